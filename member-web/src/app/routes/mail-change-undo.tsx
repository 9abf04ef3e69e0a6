import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useUndoEmail } from '@/features/settings/account/api/email-change';
import { noteNavigation } from '@/lib/page-arrival';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import styles from './narrow.module.css';

/** /mail-change/undo: keeps or takes back the old address; opening the page changes nothing, its button does. */
export function Component() {
  const { t } = useTranslation('account-life');
  const [query] = useSearchParams();
  const undo = useUndoEmail();
  const token = query.get('token');
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <PageTitle key={String(undo.isSuccess)}>{t(undo.isSuccess ? 'undo.doneTitle' : 'undo.title')}</PageTitle>
      <ProblemAlert lead={t('undo.failed')} error={undo.error} />
      {undo.isSuccess && (
        <>
          <p className="lead">{t('undo.done', { email: undo.data.email })}</p>
          <ButtonLink to={paths.login.to()} variant="primary">
            {t('mail.login')}
          </ButtonLink>
        </>
      )}
      {!undo.isSuccess && token && (
        <>
          <p className="lead">{t('undo.lead')}</p>
          <Button
            variant="primary"
            size="large"
            onPress={() => undo.mutate(token, { onSuccess: noteNavigation })}
            isPending={undo.isPending}
          >
            {t('undo.go')}
          </Button>
        </>
      )}
      {!undo.isSuccess && !token && <Alert tone="danger" lead={t('noToken')} />}
    </main>
  );
}
