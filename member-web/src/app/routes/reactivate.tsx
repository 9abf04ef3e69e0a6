import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useReactivate } from '@/features/leaving/api/leaving';
import { noteNavigation } from '@/lib/page-arrival';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import styles from './narrow.module.css';

/** /account-deleted/return: the page behind the mailed link. Opening it changes nothing; its button brings the account back. */
export function Component() {
  const { t } = useTranslation('account-life');
  const [query] = useSearchParams();
  const reactivate = useReactivate();
  const token = query.get('token');
  if (reactivate.isSuccess) {
    return (
      <main id="main" className={`wrap stack ${styles.narrow}`}>
        <PageTitle key="back">{t('return.doneTitle', { name: reactivate.data.name })}</PageTitle>
        <p className="lead">{t('return.done')}</p>
        <div className="row">
          <ButtonLink to={paths.chats.to()} variant="primary">
            {t('return.chats')}
          </ButtonLink>
          <ButtonLink to={paths.members.to()}>{t('return.search')}</ButtonLink>
        </div>
      </main>
    );
  }
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <PageTitle>{t('return.title')}</PageTitle>
      <ProblemAlert lead={t('return.failed')} error={reactivate.error} />
      {token ? (
        <>
          <p className="lead">{t('return.lead')}</p>
          <Button
            variant="primary"
            size="large"
            onPress={() => reactivate.mutate(token, { onSuccess: noteNavigation })}
            isPending={reactivate.isPending}
          >
            {t('return.go')}
          </Button>
        </>
      ) : (
        <Alert tone="danger" lead={t('noToken')} />
      )}
      <p>{t('return.other')}</p>
      <ButtonLink to={paths.login.to()} variant="quiet">
        {t('gone.login')}
      </ButtonLink>
    </main>
  );
}
