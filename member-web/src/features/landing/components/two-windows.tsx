import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import type { Introduction } from '../api/introduction';
import { Portrait } from './portrait';
import styles from './two-windows.module.css';
import { Disclosure, useWords } from './words';

interface TwoWindowsProps {
  person: Introduction | null;
  /** The site's own words at this address; its button stands on the form. */
  own: { headline: string; lead: string } | null;
  /** The form with which one moves in. */
  children: ReactNode;
}

/** The third entry: two windows of a house, one of them still dark; it is the visitor's (spec 2.7). */
export function TwoWindows({ person, own, children }: TwoWindowsProps) {
  const { t } = useTranslation('landing');
  const { title, lead } = useWords(person);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={`stack ${styles.words}`}>
        <PageTitle>{own?.headline ?? title}</PageTitle>
        <p className="lead">{own?.lead ?? lead}</p>
        {own && person?.name && <p className="muted">{lead}</p>}
        <div className={styles.house}>
          <figure>
            <Portrait person={person} />
            <figcaption>{person?.name ?? t('windows.lit')}</figcaption>
          </figure>
          <figure>
            <span className={styles.dark} aria-hidden />
            <figcaption>{t('windows.yours')}</figcaption>
          </figure>
        </div>
        {person?.headline && <blockquote className={styles.quote}>{t('quote', { text: person.headline })}</blockquote>}
        <Disclosure person={person} />
      </div>
      <Panel aria-labelledby="move-in">
        <h2 id="move-in" className={styles.title}>
          {t('windows.form')}
        </h2>
        {children}
      </Panel>
    </div>
  );
}
