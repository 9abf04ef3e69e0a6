import { useTranslation } from 'react-i18next';
import { useUser } from '@/api/session';
import { paths } from '@/lib/paths';
import { useResendActivation } from '@/shared/account/activation';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import styles from './narrow.module.css';

/** /activate/error: the link is of no use any more; a new one is a button away (spec 8.3). */
export function Component() {
  const { t } = useTranslation('account');
  const user = useUser();
  const resend = useResendActivation();
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <PageTitle>{t('activate.errorTitle')}</PageTitle>
      <p className="lead">{t(user ? 'activate.error' : 'activate.errorVisitor')}</p>
      {resend.isSuccess && <Alert tone="ok" lead={t('activate.resent')} live />}
      <ProblemAlert lead={t('activate.failed')} error={resend.error} />
      {user ? (
        <Button variant="primary" onPress={() => resend.mutate()} isPending={resend.isPending}>
          {t('activate.resend')}
        </Button>
      ) : (
        <ButtonLink to={paths.login.to(paths.activateError.to())} variant="primary">
          {t('activate.login')}
        </ButtonLink>
      )}
    </main>
  );
}
