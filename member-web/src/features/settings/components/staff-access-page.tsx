import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { CaseLine, CaseList } from '@/shared/case-list/case-list';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { Link } from '@/ui/link/link';
import { LoadMore } from '@/ui/load-more/load-more';
import { PageTitle } from '@/ui/page-title/page-title';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { ACCESSES_A_PAGE, accessesQuery, type StaffAccess } from '../api/accesses';
import styles from './staff-access-page.module.css';

/** When staff looked at what is private of the member, in which role and what for; no one is named (spec 10.6). */
export function StaffAccessPage() {
  const { t } = useTranslation('staff-access');
  const { data, ...query } = useInfiniteQuery(accessesQuery);
  const accesses = data?.pages.flatMap((page) => page.accesses) ?? [];
  const total = data?.pages.at(-1)?.total ?? 0;
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <PageTitle>{t('title')}</PageTitle>
        <p className="lead">{t('lead')}</p>
      </header>
      {query.isPending && <Skeleton shape="line" count={4} />}
      {data && accesses.length === 0 && <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>}
      {accesses.length > 0 && (
        <CaseList>
          {accesses.map((access) => (
            <Look key={access.id} access={access} />
          ))}
        </CaseList>
      )}
      {query.isError && (
        <ProblemAlert
          lead={t('failed')}
          error={query.error}
          action={<Button onPress={() => void (data ? query.fetchNextPage() : query.refetch())}>{t('again')}</Button>}
        />
      )}
      {total > ACCESSES_A_PAGE && (
        <LoadMore list={query} shown={accesses.length} total={total} pageSize={ACCESSES_A_PAGE} />
      )}
      <p className="meta">{t('unnamed')}</p>
      <p className="meta">
        <Link to={`${paths.settings.to()}#privacy`}>{t('back')}</Link>
      </p>
    </div>
  );
}

function Look({ access: { at, kind, number, role } }: { access: StaffAccess }) {
  const { t } = useTranslation('staff-access');
  const format = useFormat();
  return (
    <CaseLine title={t(`kinds.${kind}`, { number })}>
      <span className="meta">
        {t(`roles.${role ?? 'operator'}`)} · <time dateTime={at}>{`${format.date(at)}, ${format.time(at)}`}</time>
      </span>
    </CaseLine>
  );
}
