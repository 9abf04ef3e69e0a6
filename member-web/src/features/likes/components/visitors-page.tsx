import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { usePerson } from '@/shared/person/person';
import { VISITORS_A_PAGE, visitsQuery, type Visitor } from '@/shared/person/profile-visits';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { ButtonLink, Link } from '@/ui/link/link';
import { LoadMore } from '@/ui/load-more/load-more';
import { PageTitle } from '@/ui/page-title/page-title';
import { FIRST_PEOPLE, PersonCard } from '@/ui/person-card/person-card';
import { Skeleton } from '@/ui/skeleton/skeleton';
import styles from './visitors-page.module.css';

/** Who looked at the member's profile and lets them know; the invisible are not among them (spec 4.12). */
export function VisitorsPage() {
  const { t } = useTranslation('visitors');
  const { data, ...list } = useInfiniteQuery(visitsQuery);
  const people = data?.pages.flatMap(({ profiles }) => profiles) ?? [];
  const total = data?.pages.at(-1)?.total ?? 0;
  return (
    <div className={`wrap stack ${styles.visitors}`}>
      <PageTitle>{t('title')}</PageTitle>
      {!data && <Skeleton shape="card" count={8} />}
      {data && people.length === 0 && <Nobody />}
      {people.length > 0 && (
        <>
          <h2 className="visually-hidden">{t('people', { count: total })}</h2>
          <ul className="grid-people">
            {people.map((visitor, index) => (
              <OneVisitor key={visitor.id} visitor={visitor} isFirst={index < FIRST_PEOPLE} />
            ))}
          </ul>
          {list.isFetchNextPageError && <ProblemAlert lead={t('failed')} error={list.error} />}
          {total > VISITORS_A_PAGE && (
            <LoadMore list={list} shown={people.length} total={total} pageSize={VISITORS_A_PAGE} />
          )}
        </>
      )}
      {data && (
        <p className="meta measure">
          {t('promise')} <Link to={`${paths.settings.to()}#privacy`}>{t('toPrivacy')}</Link>
        </p>
      )}
    </div>
  );
}

function OneVisitor({ visitor, isFirst }: { visitor: Visitor; isFirst: boolean }) {
  const person = usePerson(visitor);
  const format = useFormat();
  const when = format.shortDay(visitor.visited_at);
  return (
    <li>
      <PersonCard {...person} isFirst={isFirst} place={person.place ? `${when} · ${person.place}` : when} />
    </li>
  );
}

function Nobody() {
  const { t } = useTranslation('visitors');
  return (
    <EmptyState
      title={t('nobody.title')}
      actions={
        <>
          <ButtonLink to={paths.members.to()} variant="primary">
            {t('nobody.search')}
          </ButtonLink>
          <ButtonLink to={paths.profile.to()}>{t('nobody.profile')}</ButtonLink>
        </>
      }
    >
      {t('nobody.text')}
    </EmptyState>
  );
}
