import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon';
import styles from './steps.module.css';

interface StepsProps {
  names: readonly string[];
  /** Zero-based position of the step in hand. */
  current: number;
}

/** Where the member is in a flow of several steps: a bar on a phone, a list from 992 px. */
export function Steps({ names, current }: StepsProps) {
  const { t } = useTranslation();
  const next = names[current + 1];
  const state = (index: number) => (index < current ? 'done' : index === current ? 'now' : 'later');
  return (
    <>
      <div className={styles.bar}>
        <p>
          <b>{t('steps.position', { step: current + 1, total: names.length })}</b>{' '}
          {next && <span className="muted">{t('steps.next', { name: next })}</span>}
        </p>
        <span className={styles.track} aria-hidden>
          {names.map((name, index) => (
            <i key={name} data-state={state(index)} />
          ))}
        </span>
      </div>
      <ol className={styles.list} aria-label={t('steps.label')}>
        {names.map((name, index) => (
          <li key={name} data-state={state(index)} aria-current={index === current ? 'step' : undefined}>
            <b>{index < current ? <Icon of={Check} /> : index + 1}</b>
            <span>{name}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
