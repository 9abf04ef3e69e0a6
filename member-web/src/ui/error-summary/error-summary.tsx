import { OctagonAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Icon } from '../icon/icon';
import styles from './error-summary.module.css';

export interface FieldProblem {
  /** The `id` of the field at fault. */
  field: string;
  message: string;
}

interface ErrorSummaryProps {
  title: string;
  problems: readonly FieldProblem[];
}

/** What has to change before a form can be sent, with a link to each field; takes the focus when it appears. */
export function ErrorSummary({ title, problems }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  // The words, not the list: a list that is made anew while somebody types must not take the focus out of the field.
  const words = problems.map(({ message }) => message).join(' ');
  useEffect(() => {
    if (words) box.current?.focus();
  }, [words]);
  if (problems.length === 0) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.summary}>
      <Icon of={OctagonAlert} />
      <div>
        <b>{title}</b>
        <ul>
          {problems.map(({ field, message }) => (
            <li key={field}>
              <a href={`#${field}`} onClick={(event) => focusField(event, field)}>
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Puts the cursor into the field, or into the first control inside it. */
function focusField(event: { preventDefault: () => void }, id: string) {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  const control = field.matches('input, textarea, select')
    ? field
    : field.querySelector<HTMLElement>('input, textarea, select, [tabindex="0"]');
  (control ?? field).focus();
}
