import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { LoginForm } from '@/features/login/components/login-form';
import { isLoginNoted } from '@/lib/login-note';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/alert/alert';
import { ButtonLink, Link } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { safeNext } from '../safe-next';
import styles from './narrow.module.css';

/** /login: says why a login ended, and leads back to where the member wanted to go, else to the search. */
export function Component() {
  const { t } = useTranslation('login');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [hasEnded] = useState(isLoginNoted);
  const next = safeNext(query.get('next')) ?? paths.members.to();
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <PageTitle>{t('title')}</PageTitle>
      {hasEnded ? <Alert lead={t('ended')}>{t('endedText')}</Alert> : <p className="lead">{t('lead')}</p>}
      <LoginForm onDone={() => void navigate(next, { replace: true })} />
      <p>
        <Link to={paths.resetPassword.to()}>{t('forgot')}</Link>
      </p>
      <div className={`row ${styles.other}`}>
        <p className="muted">{t('noAccount')}</p>
        <ButtonLink to={paths.signup.to()}>{t('signup')}</ButtonLink>
      </div>
    </main>
  );
}
