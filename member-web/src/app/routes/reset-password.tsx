import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResetRequestForm } from '@/features/login/components/reset-request-form';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button/button';
import { Link } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import styles from './narrow.module.css';

/** /reset-password: asks for the address, then says where the mail went. */
export function Component() {
  const { t } = useTranslation('account');
  const [sentTo, setSentTo] = useState<string>();
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <PageTitle key={sentTo}>{t(sentTo ? 'reset.sentTitle' : 'reset.title')}</PageTitle>
      {sentTo ? (
        <>
          <p className="lead" role="status">
            {t('reset.sent', { email: sentTo })}
          </p>
          <Button onPress={() => setSentTo(undefined)}>{t('reset.again')}</Button>
        </>
      ) : (
        <>
          <p className="lead">{t('reset.lead')}</p>
          <ResetRequestForm onDone={setSentTo} />
        </>
      )}
      <p>
        <Link to={paths.login.to()}>{t('toLogin')}</Link>
      </p>
    </main>
  );
}
