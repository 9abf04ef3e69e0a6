import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';

/** What the page knows when the server answers neutrally: the e-mail says the rest. `isPart` where it is no page. */
export function CheckMail({ email, isPart = false }: { email: string; isPart?: boolean }) {
  const { t } = useTranslation('signup');
  return (
    <div className="stack">
      {isPart ? <h3>{t('checkMail.title')}</h3> : <PageTitle>{t('checkMail.title')}</PageTitle>}
      <p className="lead">{t('checkMail.text', { email })}</p>
      <p>{t('checkMail.spam')}</p>
      <ButtonLink to={paths.login.to()}>{t('account.login')}</ButtonLink>
    </div>
  );
}
