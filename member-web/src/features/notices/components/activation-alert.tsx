import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problemText } from '@/api/problem-text';
import { useResendActivation } from '@/shared/account/activation';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';

/** Asks for the confirmation of the address, and mails the link again (spec 2.53). */
export function ActivationAlert({ email }: { email: string }) {
  const { t } = useTranslation('warnings');
  const resend = useResendActivation();
  if (resend.isSuccess)
    return (
      <Alert tone="ok" lead={t('activation.sent')} live>
        {t('activation.sentText', { email })}
      </Alert>
    );
  return (
    <Alert
      tone="warn"
      icon={Mail}
      lead={t('activation.lead')}
      action={
        <Button isPending={resend.isPending} onPress={() => resend.mutate()}>
          {t('activation.resend')}
        </Button>
      }
    >
      {t('activation.text', { email })}
      {resend.error && <span role="alert"> {problemText(resend.error)}</span>}
    </Alert>
  );
}
