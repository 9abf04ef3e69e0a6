import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useUser } from '@/api/session';
import { NewPasswordForm } from '@/features/login/components/new-password-form';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/alert/alert';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import styles from './narrow.module.css';

/** /reset-password/do: the page behind the mailed link. Opening it changes nothing; its form does. */
export function Component() {
  const { t } = useTranslation('account');
  const [query] = useSearchParams();
  const user = useUser();
  const [isDone, setDone] = useState(false);
  const token = query.get('token');
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <PageTitle key={String(isDone)}>{t(isDone ? 'resetDo.doneTitle' : 'resetDo.title')}</PageTitle>
      {isDone && (
        <>
          <p className="lead">{t(user ? 'resetDo.doneHere' : 'resetDo.done')}</p>
          <ButtonLink to={user ? paths.members.to() : paths.login.to()} variant="primary">
            {t(user ? 'activate.search' : 'toLogin')}
          </ButtonLink>
        </>
      )}
      {!isDone && token && (
        <>
          <p className="lead">{t('resetDo.lead')}</p>
          <NewPasswordForm token={token} onDone={() => setDone(true)} />
        </>
      )}
      {!isDone && !token && <Alert tone="danger" lead={t('resetDo.noToken')} />}
      {!isDone && (
        <ButtonLink to={paths.resetPassword.to()} variant="quiet">
          {t('resetDo.askAgain')}
        </ButtonLink>
      )}
    </main>
  );
}
