import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { decisionQuery } from '@/features/cases/api/decisions';
import { DecisionCase } from '@/features/cases/components/decision-case';
import { Skeleton } from '@/ui/skeleton/skeleton';
import styles from './complaints.module.css';

const KEY = 'key';

export function load(client: QueryClient, { params: { id = '' }, request }: LoaderFunctionArgs) {
  return client.ensureQueryData(decisionQuery(id, new URL(request.url).searchParams.get(KEY) ?? ''));
}

/** /cases/{id}: what staff decided about a member, by login or by the key of the mailed link. */
export function Component() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const key = search.get(KEY) ?? '';
  const { data: decision } = useQuery(decisionQuery(id, key));
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      {decision ? <DecisionCase decision={decision} passKey={key} /> : <Skeleton shape="block" />}
    </main>
  );
}
