import { usePerson } from '@/shared/person/person';
import { PersonCard } from '@/ui/person-card/person-card';
import type { FittingPerson } from '../api/finder';
import styles from './fit-list.module.css';
import { Reasons } from './reasons';

/** People with the reasons why they fit, best first. */
export function FitList({ people }: { people: readonly FittingPerson[] }) {
  return (
    <ol className={styles.list}>
      {people.map((found) => (
        <Found key={found.person.id} found={found} />
      ))}
    </ol>
  );
}

function Found({ found: { person, reasons } }: { found: FittingPerson }) {
  return (
    <li className={styles.found}>
      <PersonCard {...usePerson(person)} />
      <Reasons person={person} reasons={reasons} />
    </li>
  );
}
