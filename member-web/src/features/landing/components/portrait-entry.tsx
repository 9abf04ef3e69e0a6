import { Clock3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '@/lib/paths';
import { Icon } from '@/ui/icon/icon';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import type { Introduction } from '../api/introduction';
import styles from './portrait-entry.module.css';
import { Portrait } from './portrait';
import { Disclosure, useWords } from './words';

/** The first entry: dusk, one lit window, and somebody in it (spec 2.6). */
export function PortraitEntry({ id, person }: { id: string; person: Introduction | null }) {
  const { t } = useTranslation('landing');
  const { search } = useLocation();
  const { title, lead } = useWords(person);
  const pathname = person ? paths.memberSignup.to(id) : paths.signup.to();
  return (
    <div className={`on-deep ${styles.dusk}`}>
      <div className={`wrap ${styles.inside}`}>
        <div className={styles.window}>
          <Portrait person={person} />
        </div>
        <div className={`stack ${styles.words}`}>
          <PageTitle>{title}</PageTitle>
          <p className={styles.lead}>{lead}</p>
          {person?.headline && (
            <blockquote className={styles.quote}>{t('quote', { text: person.headline })}</blockquote>
          )}
          <Disclosure person={person} />
          <div className="row">
            <ButtonLink to={{ pathname, search }} variant="deep" size="large">
              {t('join')}
            </ButtonLink>
          </div>
          <p className={styles.minutes}>
            <Icon of={Clock3} />
            {t('minutes')}
          </p>
        </div>
      </div>
    </div>
  );
}
