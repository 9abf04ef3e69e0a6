import { useTranslation } from 'react-i18next';
import { useMember, useSettings } from '@/api/session';
import { paths } from '@/lib/paths';
import { useResendActivation } from '@/shared/account/activation';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { useIsConfirmed } from '../api/confirmation';

/** The last step: the link in the e-mail. The page notices by itself when it was opened. */
export function ConfirmStep() {
  const isConfirmed = useIsConfirmed();
  return isConfirmed ? <Confirmed /> : <Waiting />;
}

function Confirmed() {
  const { t } = useTranslation('signup');
  return (
    <div className="stack">
      <PageTitle>{t('confirm.doneTitle')}</PageTitle>
      <p className="lead">{t('confirm.done')}</p>
      <ButtonLink to={paths.members.to()} variant="primary" size="large">
        {t('confirm.search')}
      </ButtonLink>
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation('signup');
  const { email } = useMember();
  const { signup_credits: credits } = useSettings();
  const resend = useResendActivation();
  return (
    <div className="stack">
      <PageTitle>{t('confirm.title')}</PageTitle>
      <p className="lead">{t('confirm.text', { email })}</p>
      {credits > 0 && <p>{t('confirm.credits', { count: credits })}</p>}
      <p className="muted">{t('confirm.spam')}</p>
      {resend.isSuccess && <Alert tone="ok" lead={t('confirm.resent')} live />}
      <ProblemAlert lead={t('confirm.failed')} error={resend.error} />
      <div className="row">
        <ButtonLink to={paths.signupMatches.to()} variant="primary" size="large">
          {t('confirm.look')}
        </ButtonLink>
        <Button onPress={() => resend.mutate()} isPending={resend.isPending}>
          {t('confirm.resend')}
        </Button>
      </div>
    </div>
  );
}
