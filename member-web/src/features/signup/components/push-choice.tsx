import { Bell } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/api-error';
import { problemText } from '@/api/problem-text';
import { useSettings } from '@/api/session';
import type { PushState } from '@/lib/push';
import { usePushState, useSubscribe } from '@/shared/push/push';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';

/** How news reaches the member: by e-mail always, by push messages where the browser can and the member wants. */
export function PushChoice() {
  const { t } = useTranslation('signup');
  const { push_key: key } = useSettings();
  const state = usePushState();
  return (
    <div className="stack">
      {key && state && state !== 'unsupported' ? (
        <Push pushKey={key} state={state} />
      ) : (
        <Alert lead={t('push.unsupported')}>{t('push.unsupportedHelp')}</Alert>
      )}
      <p className="muted">{t('push.mail')}</p>
    </div>
  );
}

function Push({ pushKey, state }: { pushKey: string; state: Exclude<PushState, 'unsupported'> }) {
  const { t } = useTranslation('signup');
  const { mutate, isPending, error } = useSubscribe(pushKey);
  if (state === 'subscribed') return <Alert tone="ok" lead={t('push.subscribed')} live />;
  if (state === 'needs-home-screen') return <Alert lead={t('push.homeScreen')}>{t('push.homeScreenHelp')}</Alert>;
  if (state === 'denied') return <Alert lead={t('push.denied')}>{t('push.deniedHelp')}</Alert>;
  return (
    <div className="stack">
      <p>{t('push.privacy')}</p>
      <Button icon={Bell} size="large" onPress={() => mutate()} isPending={isPending}>
        {t('push.allow')}
      </Button>
      {error && (
        <Alert tone="warn" lead={t('push.failed')} live>
          {error instanceof ApiError ? problemText(error) : t('push.failedHelp')}
        </Alert>
      )}
    </div>
  );
}
