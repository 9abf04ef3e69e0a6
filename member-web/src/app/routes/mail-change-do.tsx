import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiError } from '@/api/api-error';
import { problemText } from '@/api/problem-text';
import { useUser } from '@/api/session';
import { useConfirmEmail } from '@/features/settings/account/api/email-change';
import { noteNavigation } from '@/lib/page-arrival';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import styles from './narrow.module.css';

/** /mail-change/do: takes the new address (spec 2.26); opening the page changes nothing, its button does. */
export function Component() {
  const { t } = useTranslation('account-life');
  const [query] = useSearchParams();
  const user = useUser();
  const confirm = useConfirmEmail();
  const token = query.get('token');
  const { error } = confirm;
  const hasFailed = !token || (error instanceof ApiError && error.isDecided);
  const title = confirm.isSuccess ? 'mail.doneTitle' : hasFailed ? 'mail.errorTitle' : 'mail.title';
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <PageTitle key={title}>{t(title)}</PageTitle>
      {(hasFailed || error) && <Alert tone="danger" lead={error ? problemText(error) : t('noToken')} live />}
      {hasFailed && <p>{t('mail.error')}</p>}
      {confirm.isSuccess && <p className="lead">{t('mail.done', { email: confirm.data.email })}</p>}
      {confirm.isSuccess || hasFailed ? (
        <ButtonLink to={user ? paths.settings.to() : paths.login.to()} variant="primary">
          {t(user ? 'mail.settings' : 'mail.login')}
        </ButtonLink>
      ) : (
        <>
          <p className="lead">{t('mail.lead')}</p>
          <Button
            variant="primary"
            size="large"
            onPress={() => confirm.mutate(token, { onSettled: noteNavigation })}
            isPending={confirm.isPending}
          >
            {t('mail.go')}
          </Button>
        </>
      )}
    </main>
  );
}
