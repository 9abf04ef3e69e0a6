import { useTranslation } from 'react-i18next';
import { Panel } from '@/ui/panel/panel';
import type { Introduction } from '../api/introduction';
import styles from './beside.module.css';
import { Portrait } from './portrait';
import { Disclosure } from './words';

/** Whom a visitor came for, beside the signup form (spec 2.6). */
export function Beside({ person }: { person: Introduction }) {
  const { t } = useTranslation('landing');
  return (
    <Panel flat aria-labelledby="beside-title">
      <h2 id="beside-title" className={styles.title}>
        {person.name ? t('signup.beside', { name: person.name }) : t('signup.besideClosed')}
      </h2>
      <div className={styles.portrait}>
        <Portrait person={person} />
      </div>
      <p>{t('signup.text')}</p>
      <Disclosure person={person} />
    </Panel>
  );
}
