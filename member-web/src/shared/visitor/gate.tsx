import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '@/lib/paths';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';

/** Stands where only members may look (spec 6.1): says so, and offers both ways in; the login leads back here. */
export function Gate() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <div className="wrap">
      <PageTitle hidden>{t('gate.title')}</PageTitle>
      <EmptyState
        title={t('gate.title')}
        actions={
          <>
            <ButtonLink to={paths.signup.to()} variant="primary">
              {t('gate.signup')}
            </ButtonLink>
            <ButtonLink to={paths.login.to(pathname + search)}>{t('gate.login')}</ButtonLink>
          </>
        }
      >
        {t('gate.text')}
      </EmptyState>
    </div>
  );
}
