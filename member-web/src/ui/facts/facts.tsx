import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon';
import styles from './facts.module.css';

export interface Fact {
  icon: LucideIcon;
  term: string;
  value: ReactNode;
  /** A note of the site beside the value (visible_profile_notes). */
  note?: string | undefined;
}

/** A list of facts about somebody; two columns on a wide page. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ icon, term, value, note }) => (
        <div key={term}>
          <Icon of={icon} />
          <dt>{term}</dt>
          <dd>
            {value}
            {note && <span className="meta"> {note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
