import { ChevronRight } from 'lucide-react';
import type { Card } from '@/api/types';
import { usePerson } from '@/shared/person/person';
import { Icon } from '@/ui/icon/icon';
import { ButtonLink } from '@/ui/link/link';
import { PersonCard } from '@/ui/person-card/person-card';
import styles from './member-people.module.css';

interface PeopleRowProps {
  id: string;
  title: string;
  people: readonly Card[];
  more: { to: string; text: string };
  /** A line under the name in place of the town. */
  line?: ((card: Card, place: string) => string) | undefined;
}

/** A row of people with a title and the way to all of them. */
export function PeopleRow({ id, title, people, more, line }: PeopleRowProps) {
  return (
    <section aria-labelledby={id} className="stack">
      <div className={`row between ${styles.head}`}>
        <h2 id={id}>{title}</h2>
        <ButtonLink to={more.to} variant="quiet">
          {more.text}
          <Icon of={ChevronRight} />
        </ButtonLink>
      </div>
      <ul className={`grid-people ${styles.row}`}>
        {people.map((card) => (
          <Person key={card.id} card={card} line={line} />
        ))}
      </ul>
    </section>
  );
}

function Person({ card, line }: { card: Card; line: PeopleRowProps['line'] }) {
  const person = usePerson(card);
  return (
    <li>
      <PersonCard {...person} place={line ? line(card, person.place) : person.place} />
    </li>
  );
}
