import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { problemText } from '@/api/problem-text';
import { useUser } from '@/api/session';
import { useConfirmEmail } from '@/features/account-life/api/mail-change';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/alert/alert';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import styles from './narrow.module.css';

/** /mail-change/do: takes the new address by a POST of its own (mail scanners only GET; spec 2.26). */
export function Component() {
  const { t } = useTranslation('account-life');
  const [query] = useSearchParams();
  const user = useUser();
  const { mutate, isSuccess, error, data } = useConfirmEmail();
  const token = query.get('token');
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current || !token) return;
    isAsked.current = true;
    mutate(token);
  }, [token, mutate]);
  const hasFailed = error !== null || !token;
  const title = isSuccess ? 'mail.doneTitle' : hasFailed ? 'mail.errorTitle' : 'mail.title';
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <PageTitle key={title}>{t(title)}</PageTitle>
      {hasFailed ? (
        <>
          <Alert tone="danger" lead={token ? problemText(error) : t('noToken')} live />
          <p>{t('mail.error')}</p>
        </>
      ) : (
        <p className="lead" role="status">
          {data ? t('mail.done', { email: data.email }) : t('mail.wait')}
        </p>
      )}
      {(isSuccess || hasFailed) && (
        <ButtonLink to={user ? paths.settings.to() : paths.login.to()} variant="primary">
          {t(user ? 'mail.settings' : 'mail.login')}
        </ButtonLink>
      )}
    </main>
  );
}
