import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { LoginForm } from '@/features/account/components/login-form';
import { ButtonLink, Link } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { paths } from '@/lib/paths';
import { safeNext } from '../safe-next';
import styles from './narrow.module.css';

/** /login: back to where the member wanted to go, else to the search. */
export function Component() {
  const { t } = useTranslation('login');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const next = safeNext(query.get('next')) ?? paths.members.to();
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <PageTitle>{t('title')}</PageTitle>
      <p className="lead">{t('lead')}</p>
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
