import { useTranslation } from 'react-i18next';
import { useMember } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { lifted } from '../model/notification-settings';
import type { NotificationSettingsProps } from './notices-panel';

/** Says which mail does not come any more and why, and brings it back by one press (spec 8.7). */
export function MailStopped({ settings, save }: Omit<NotificationSettingsProps, 'saving'>) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const { email } = useMember();
  const [first] = settings.disabled;
  if (!first) return null;
  const what = format.list(settings.disabled.map(({ type }) => t(`stopped.types.${type}`)));
  return (
    <Alert
      tone={first.cause === 'unsubscribe' ? 'note' : 'warn'}
      lead={t('stopped.lead', { what })}
      action={<Button onPress={() => save(lifted(settings))}>{t('stopped.lift')}</Button>}
    >
      {t(`stopped.causes.${first.cause}`, { date: format.date(first.at), email })}
    </Alert>
  );
}
