import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';

/** What the page knows when the server answers neutrally: the e-mail says the rest. */
export function CheckMail({ email }: { email: string }) {
  const { t } = useTranslation('signup');
  return (
    <div className="stack">
      <PageTitle>{t('checkMail.title')}</PageTitle>
      <p className="lead">{t('checkMail.text', { email })}</p>
      <p>{t('checkMail.spam')}</p>
      <ButtonLink to={paths.login.to()}>{t('account.login')}</ButtonLink>
    </div>
  );
}
