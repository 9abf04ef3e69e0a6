import { OctagonAlert } from 'lucide-react';
import { Icon } from '../icon/icon';
import styles from './field.module.css';

/** The sentence under a field that says how to mend it. */
export function FieldErrorText({ id, children }: { id?: string; children: string }) {
  return (
    <span id={id} className={styles.error}>
      <Icon of={OctagonAlert} />
      <span>{children}</span>
    </span>
  );
}
