import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { Panel } from '@/ui/panel/panel';
import { RadioGroup } from '@/ui/radio-group/radio-group';
import { Select } from '@/ui/select/select';
import { Switch } from '@/ui/switch/switch';
import { NIGHT, timesWith } from '../model/notification-settings';
import type { NotificationSettingsProps } from './notices-panel';
import { PushBrowsers } from './push-browsers';
import { PushState } from './push-state';
import { NotSaved, PanelTitle } from './save-note';
import styles from './settings.module.css';

/** When the member is told, and how much others may read on a lock screen. */
export function DeliveryPanel({ settings, save, saving }: NotificationSettingsProps) {
  const { t } = useTranslation('settings');
  const { push_key: pushKey } = useSettings();
  const clock = useClock();
  return (
    <Panel id="delivery" tabIndex={-1} aria-labelledby="delivery-title">
      <div className="stack">
        <PanelTitle id="delivery-title" saving={saving}>
          {t('delivery.title')}
        </PanelTitle>
        <RadioGroup
          label={t('delivery.rhythm')}
          value={settings.mail_rhythm}
          onChange={(rhythm) => save({ mail_rhythm: rhythm === 'daily' ? 'daily' : 'at-once' })}
          choices={[
            { value: 'at-once', text: t('delivery.atOnce') },
            { value: 'daily', text: t('delivery.daily'), help: t('delivery.dailyHelp') },
          ]}
        />
        <QuietHours settings={settings} save={save} />
        {pushKey && (
          <>
            <div className={styles.rule}>
              <Switch
                isSelected={settings.shows_text}
                onChange={(isOn) => save({ shows_text: isOn })}
                help={t('delivery.textHelp')}
              >
                <b>{t('delivery.text')}</b>
              </Switch>
            </div>
            <div className={styles.rule}>
              <Switch
                isSelected={!settings.is_night_silent}
                onChange={(isOn) => save({ is_night_silent: !isOn })}
                help={t('delivery.nightHelp', { from: clock(NIGHT.quiet_from), to: clock(NIGHT.quiet_until) })}
              >
                <b>{t('delivery.night')}</b>
              </Switch>
            </div>
            <PushState pushKey={pushKey} />
            <PushBrowsers />
          </>
        )}
        <NotSaved saving={saving} />
      </div>
    </Panel>
  );
}

function QuietHours({ settings, save }: Omit<NotificationSettingsProps, 'saving'>) {
  const { t } = useTranslation('settings');
  const { quiet_from: from, quiet_until: until } = settings;
  const isQuiet = from !== null && until !== null;
  const clock = useClock();
  // Never the time at which the other end lies.
  const choices = (chosen: string, other: string) =>
    timesWith(chosen)
      .filter((time) => time !== other)
      .map((time) => ({ value: time, text: clock(time) }));
  return (
    <div className={`stack ${styles.rule}`}>
      <Switch
        isSelected={isQuiet}
        onChange={(isOn) => save(isOn ? NIGHT : { quiet_from: null, quiet_until: null })}
        help={t('delivery.quietHelp')}
      >
        <b>{t('delivery.quiet')}</b>
      </Switch>
      {isQuiet && (
        <div className={styles.times}>
          <Select
            label={t('delivery.from')}
            value={from}
            choices={choices(from, until)}
            onChange={(time) => save({ quiet_from: time, quiet_until: until })}
          />
          <Select
            label={t('delivery.until')}
            value={until}
            choices={choices(until, from)}
            onChange={(time) => save({ quiet_from: from, quiet_until: time })}
          />
        </div>
      )}
    </div>
  );
}

/** A time of day, given as "22:00", as the person's language writes it. */
function useClock() {
  const format = useFormat();
  return (clock: string) => format.time(`2026-01-01T${clock}`);
}
