import { useTranslation } from 'react-i18next';
import { useMember } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { lifted } from '../model/wishes';
import type { WishesProps } from './notices-panel';

/** Says which mail does not come any more and why, and brings it back by one press (spec 8.7). */
export function MailStopped({ wishes, save }: Omit<WishesProps, 'saving'>) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const { email } = useMember();
  const [first] = wishes.disabled;
  if (!first) return null;
  const what = format.list(wishes.disabled.map(({ type }) => t(`stopped.types.${type}`)));
  return (
    <Alert
      tone={first.cause === 'unsubscribe' ? 'note' : 'warn'}
      lead={t('stopped.lead', { what })}
      action={<Button onPress={() => save(lifted(wishes))}>{t('stopped.lift')}</Button>}
    >
      {t(`stopped.causes.${first.cause}`, { date: format.date(first.at), email })}
    </Alert>
  );
}
