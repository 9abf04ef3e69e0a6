import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import type { Card } from '@/api/types';
import { usePerson } from '@/shared/person/person';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { LoadMore } from '@/ui/load-more/load-more';
import { FIRST_PEOPLE, PersonCard } from '@/ui/person-card/person-card';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { everybody, PAGE_SIZE, type useSearch } from '../api/search';
import type { Filters } from '../model/filters';
import { Nobody } from './nobody';

interface ResultsProps {
  search: ReturnType<typeof useSearch>;
  onChange: (change: Filters) => void;
  onReplace: (filters: Filters) => void;
}

/** Everybody who fits, a page at a time, and who comes close when they run out. */
export function Results({ search, onChange, onReplace }: ResultsProps) {
  const { t } = useTranslation('members');
  const { min_age: minAge } = useSettings();
  const pages = search.data?.pages;
  const last = pages?.at(-1);
  if (!pages || !last) return <Skeleton shape="card" count={6} />;
  const people = everybody(pages);
  const total = last.total + last.fictional_total;
  return (
    <>
      <h2 className="visually-hidden">{t('count', { count: last.total })}</h2>
      {people.length > 0 ? (
        <>
          <People people={people} isBusy={search.isPlaceholderData} first={FIRST_PEOPLE} />
          {search.isFetchNextPageError && <ProblemAlert lead={t('failed.lead')} error={search.error} />}
          <LoadMore
            list={search}
            shown={search.hasNextPage ? people.length : total}
            total={total}
            pageSize={PAGE_SIZE}
          />
        </>
      ) : (
        <Nobody widenings={last.widenings} minAge={minAge} onChange={onChange} onReplace={onReplace} />
      )}
      {last.similar.length > 0 && (
        <section className="stack">
          <h2>{t('similar.title')}</h2>
          {people.length > 0 && <p className="muted">{t('similar.help')}</p>}
          <People people={last.similar} />
        </section>
      )}
    </>
  );
}

interface PeopleProps {
  people: readonly Card[];
  isBusy?: boolean;
  /** How many pictures come before everything else. */
  first?: number;
}

function People({ people, isBusy = false, first = 0 }: PeopleProps) {
  return (
    <ul className="grid-people" aria-busy={isBusy}>
      {people.map((card, index) => (
        <Person key={card.id} card={card} isFirst={index < first} />
      ))}
    </ul>
  );
}

function Person({ card, isFirst }: { card: Card; isFirst: boolean }) {
  return (
    <li>
      <PersonCard {...usePerson(card)} isFirst={isFirst} />
    </li>
  );
}
