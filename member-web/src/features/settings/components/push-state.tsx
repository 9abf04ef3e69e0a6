import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/api-error';
import { problemText } from '@/api/problem-text';
import { usePushState, useSubscribe } from '@/shared/push/push';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';

/** What this browser says to push messages, and a way to allow them (spec 4.6). */
export function PushState({ pushKey }: { pushKey: string }) {
  const { t } = useTranslation('settings');
  const state = usePushState();
  const { mutate, isPending, error } = useSubscribe(pushKey);
  if (!state) return null;
  if (error && state !== 'denied')
    return (
      <Alert tone="warn" lead={t('push.failed')} live action={<Button onPress={() => mutate()}>{t('again')}</Button>}>
        {error instanceof ApiError ? problemText(error) : t('push.failedHelp')}
      </Alert>
    );
  return (
    <Alert
      tone={state === 'subscribed' ? 'ok' : 'note'}
      lead={t(`push.${state}.lead`)}
      action={
        state === 'not-subscribed' && (
          <Button isPending={isPending} onPress={() => mutate()}>
            {t('push.allow')}
          </Button>
        )
      }
    >
      {t(`push.${state}.text`)}
    </Alert>
  );
}
