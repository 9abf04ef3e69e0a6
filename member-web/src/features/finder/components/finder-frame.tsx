import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Steps } from '@/ui/steps/steps';
import type { Answers, Question } from '../api/finder';
import { QUESTIONS } from '../model/questions';
import styles from './finder-frame.module.css';
import { House } from './house';

/** Where a question stands: the way so far on one side, the house on the other. */
export function FinderFrame({
  question,
  answers,
  children,
}: {
  question: Question;
  answers: Answers;
  children: ReactNode;
}) {
  const { t } = useTranslation('match-finder');
  return (
    <div className={`wrap ${styles.frame}`}>
      <Steps names={QUESTIONS.map((one) => t(`${one}.name`))} current={QUESTIONS.indexOf(question)} />
      <div className={styles.question}>{children}</div>
      <div className="only-desk">
        <House lit={QUESTIONS.length - answers.open.length} />
      </div>
    </div>
  );
}
