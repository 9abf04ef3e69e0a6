import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { Icon } from '@/ui/icon/icon';
import { Panel } from '@/ui/panel/panel';
import { Switch } from '@/ui/switch/switch';
import type { Saving } from '../api/saving';
import type { NotificationSettings, NotificationSettingsChange } from '../api/notification-settings';
import { getsMail, NOTICE_TYPES } from '../model/notification-settings';
import { NotSaved, PanelTitle } from './save-note';
import styles from './settings.module.css';

export interface NotificationSettingsProps {
  settings: NotificationSettings;
  save: (change: NotificationSettingsChange) => void;
  saving: Saving;
}

/** What the member is told about, by which way; mails about safety and money always come. */
export function NoticesPanel({ settings, save, saving }: NotificationSettingsProps) {
  const { t } = useTranslation('settings');
  const hasPush = useSettings().push_key !== null;
  return (
    <Panel id="notices" tabIndex={-1} aria-labelledby="notices-title">
      <div className="stack">
        <PanelTitle id="notices-title" saving={saving}>
          {t('notices.title')}
        </PanelTitle>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('notices.what')}</span>
              </th>
              <th scope="col">{t('notices.mail')}</th>
              {hasPush && <th scope="col">{t('notices.push')}</th>}
            </tr>
          </thead>
          <tbody>
            {NOTICE_TYPES.map((type) => (
              <tr key={type}>
                <th scope="row">{t(`notices.types.${type}`)}</th>
                <td>
                  <Switch
                    aria-label={t('notices.byMail', { what: t(`notices.types.${type}`) })}
                    isSelected={getsMail(settings, type)}
                    onChange={(isOn) => save({ mail: { [type]: isOn } })}
                  />
                </td>
                {hasPush && (
                  <td>
                    <Switch
                      aria-label={t('notices.byPush', { what: t(`notices.types.${type}`) })}
                      isSelected={settings.push[type]}
                      onChange={(isOn) => save({ push: { [type]: isOn } })}
                    />
                  </td>
                )}
              </tr>
            ))}
            <tr>
              <th scope="row">
                {t('notices.safety')}
                <span className={styles.help}>{t('notices.always')}</span>
              </th>
              <td>
                <span className={styles.lock}>
                  <Icon of={Lock} />
                  <span className="visually-hidden">{t('notices.on')}</span>
                </span>
              </td>
              {hasPush && <td>–</td>}
            </tr>
          </tbody>
        </table>
        <NotSaved saving={saving} />
      </div>
    </Panel>
  );
}
