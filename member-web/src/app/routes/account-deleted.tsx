import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { useUser } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import styles from './narrow.module.css';

/** What the page before left in the history; another visitor of this address brings nothing. */
interface Left {
  eraseAt?: string;
  email?: string;
}

/** /account-deleted: what happens now, until when one can come back, and how (spec 2.8); members go to their own page. */
export function Component() {
  const { t } = useTranslation('account-life');
  const format = useFormat();
  const user = useUser();
  const { eraseAt, email } = (useLocation().state ?? {}) as Left;
  // Whoever deletes the account comes here a moment before they are no member any more.
  if (user && !eraseAt) return <Navigate to={paths.members.to()} replace />;
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <PageTitle>{t('gone.title')}</PageTitle>
      <p className="lead">{t('gone.lead')}</p>
      <h2>{t('gone.backTitle')}</h2>
      <p>{eraseAt && email ? t('gone.back', { date: format.date(eraseAt), email }) : t('gone.backAnybody')}</p>
      <p>{t('gone.again')}</p>
      <h2>{t('gone.afterTitle')}</h2>
      <p>{t('gone.after')}</p>
      <div className="row">
        <ButtonLink to={paths.home.to()} variant="primary">
          {t('gone.home')}
        </ButtonLink>
        <ButtonLink to={paths.login.to()}>{t('gone.login')}</ButtonLink>
      </div>
    </main>
  );
}
