import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import type { Answers } from '../api/finder';
import { nextOpen, QUESTIONS } from '../model/questions';
import styles from './finder-intro.module.css';
import { House } from './house';

/** What the match finder does with the answers, before the first question. */
export function FinderIntro({ answers }: { answers: Answers }) {
  const { t } = useTranslation('match-finder');
  const known = QUESTIONS.length - answers.open.length;
  return (
    <div className={`wrap ${styles.intro}`}>
      <House lit={known} />
      <div className="stack">
        <PageTitle>{t('intro.title')}</PageTitle>
        <p className="lead">{t('intro.lead', { count: answers.open.length })}</p>
        {known > 0 && <p>{t('intro.known')}</p>}
        <ul className={styles.facts}>
          <li>{t('intro.real')}</li>
          <li>{t('intro.facts')}</li>
          <li>{t('intro.yours')}</li>
        </ul>
        <div className="row">
          <ButtonLink to={paths.matchFinder.to(nextOpen(answers.open))} variant="primary" size="large">
            {t('intro.begin')}
          </ButtonLink>
          <ButtonLink to={paths.matchFinder.to('people')} size="large">
            {t('intro.people')}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
