import { useTranslation } from 'react-i18next';
import type { Card } from '@/api/types';
import { usePerson } from '@/shared/person/person';
import { PersonCard } from '@/ui/person-card/person-card';
import { useSimilar, type MemberProfile } from '../api/member';
import styles from './similar-people.module.css';

/** As many as fill one row of the page. */
const ROW = 4;

/** A row of people like this one; nothing where there are none. */
export function SimilarPeople({ profile: { id, name } }: { profile: MemberProfile }) {
  const { t } = useTranslation('member-profile');
  const { people, isLoading } = useSimilar(id);
  if (isLoading) return <div data-loading />;
  if (people.length === 0) return null;
  return (
    <section className={styles.similar}>
      <h2>{t('similar', { name })}</h2>
      <ul className="grid-people">
        {people.slice(0, ROW).map((card) => (
          <Person key={card.id} card={card} />
        ))}
      </ul>
    </section>
  );
}

function Person({ card }: { card: Card }) {
  return (
    <li>
      <PersonCard {...usePerson(card)} />
    </li>
  );
}
