import { BellOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Schemas, User } from '@/api/types';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/alert/alert';
import { ButtonLink } from '@/ui/link/link';

interface DisabledAlertProps {
  disabled: User['notifications_disabled'];
  onDismiss: () => void;
}

type Disabled = Schemas['DisabledOut'];

/** Mail of some kinds does not come any more, and why (spec 2.56, 8.7). */
export function DisabledAlert({ disabled, onDismiss }: DisabledAlertProps) {
  const { t } = useTranslation('warnings');
  const format = useFormat();
  const [first] = disabled;
  if (!first) return null;
  const what = format.list(disabled.map(({ type }) => t(`disabled.types.${type as Disabled['type']}`)));
  return (
    <Alert
      tone={first.cause === 'unsubscribe' ? 'note' : 'danger'}
      icon={BellOff}
      lead={t('disabled.lead', { what })}
      action={<ButtonLink to={paths.settings.to()}>{t('disabled.settings')}</ButtonLink>}
      onDismiss={onDismiss}
    >
      {t(`disabled.causes.${first.cause as Disabled['cause']}`, { date: format.date(first.at) })}
    </Alert>
  );
}
