import { Bell } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/api-error';
import { problemText } from '@/api/problem-text';
import { useSettings } from '@/api/session';
import { usePushState, useSubscribe } from '@/shared/push/push';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';

/** Push messages are possible here (spec 2.55). */
export function PushAlert({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation('warnings');
  const { push_key: key } = useSettings();
  const { mutate, isPending, error } = useSubscribe(key ?? '');
  if (usePushState() === 'needs-home-screen')
    return (
      <Alert icon={Bell} lead={t('push.lead')} onDismiss={onDismiss}>
        {t('push.homeScreen')}
      </Alert>
    );
  return (
    <Alert
      icon={Bell}
      lead={t('push.lead')}
      action={
        <Button isPending={isPending} onPress={() => mutate()}>
          {t('push.allow')}
        </Button>
      }
      onDismiss={onDismiss}
    >
      {t('push.text')}
      {error && <span role="alert"> {error instanceof ApiError ? problemText(error) : t('push.failed')}</span>}
    </Alert>
  );
}
