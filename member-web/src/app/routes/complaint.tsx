import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { useUser } from '@/api/session';
import { complaintQuery } from '@/features/cases/api/complaints';
import { ComplaintCase } from '@/features/cases/components/complaint-case';
import { paths } from '@/lib/paths';
import { Link } from '@/ui/link/link';
import { Skeleton } from '@/ui/skeleton/skeleton';
import styles from './complaints.module.css';

const KEY = 'key';

export function load(client: QueryClient, { params: { id = '' }, request }: LoaderFunctionArgs) {
  return client.ensureQueryData(complaintQuery(id, new URL(request.url).searchParams.get(KEY) ?? ''));
}

/** /complaints/{id}: one complaint, by login or by the key of the mailed link (spec 2.10). */
export function Component() {
  const { t } = useTranslation('complaints');
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const key = search.get(KEY) ?? '';
  const isNew = useLocation().state === 'new';
  const isMember = useUser() !== null;
  const { data: complaint } = useQuery(complaintQuery(id, key));
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      {complaint ? <ComplaintCase complaint={complaint} passKey={key} isNew={isNew} /> : <Skeleton shape="block" />}
      {isMember && (
        <p>
          <Link to={paths.complaints.to()}>{t('case.all')}</Link>
        </p>
      )}
    </main>
  );
}
