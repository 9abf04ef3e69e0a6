import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { paths } from '@/lib/paths';
import { Link } from '@/ui/link/link';
import { Panel } from '@/ui/panel/panel';
import { Switch } from '@/ui/switch/switch';
import { usePrivacy, type PrivacyName } from '../api/privacy';
import { NotSaved, PanelTitle } from './save-note';
import styles from './settings.module.css';

/** Who sees the member, and whom the member sees (spec 4.12). */
export function PrivacyPanel() {
  const { t } = useTranslation('settings');
  const { fictional_enabled: hasFictional, fictional_plural: fictional } = useSettings();
  const { privacy, save, saving } = usePrivacy();
  if (!privacy) return null;
  const names: PrivacyName[] = ['isInvisible', 'showsVisits', ...(hasFictional ? ['showsFictional' as const] : [])];
  return (
    <Panel id="privacy" tabIndex={-1} aria-labelledby="privacy-title">
      <div className="stack">
        <PanelTitle id="privacy-title" saving={saving}>
          {t('privacy.title')}
        </PanelTitle>
        <ul className={styles.rows}>
          {[...names, 'saysHello' as const].map((name) => (
            <li key={name}>
              <Switch
                isSelected={privacy[name]}
                onChange={(isOn) => save({ [name]: isOn })}
                help={t(`privacy.${name}.help`)}
              >
                <b>{t(`privacy.${name}.text`, { fictional })}</b>
              </Switch>
            </li>
          ))}
        </ul>
        <NotSaved saving={saving} />
        <p>
          <Link to={paths.staffAccess.to()}>{t('privacy.staff')}</Link>
        </p>
        <p>
          <Link to={paths.cases.to()}>{t('privacy.cases')}</Link>
        </p>
      </div>
    </Panel>
  );
}
