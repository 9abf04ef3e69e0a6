import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { ApiError } from '@/api/api-error';
import { problemText } from '@/api/problem-text';
import { useUser } from '@/api/session';
import { noteNavigation } from '@/lib/page-arrival';
import { paths } from '@/lib/paths';
import { useActivate } from '@/shared/account/activation';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import styles from './narrow.module.css';

/** /activate/done: confirms an address by a button, as mail scanners open the page, too; at once for who is logged in. */
export function Component() {
  const { t } = useTranslation('account');
  const [query] = useSearchParams();
  const user = useUser();
  const { mutate, isSuccess, error, isPending } = useActivate();
  const token = query.get('token');
  const [hasButton, setHasButton] = useState(user === null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current || hasButton || !token) return;
    isAsked.current = true;
    mutate(token, { onError: () => setHasButton(true) });
  }, [token, hasButton, mutate]);
  const isOfNoUse = !token || (error instanceof ApiError && error.isDecided);
  // An old link of somebody who has confirmed since.
  const isDone = isSuccess || (isOfNoUse && user?.status === 'active');
  if (!isDone && isOfNoUse) return <Navigate to={paths.activateError.to()} replace />;
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <PageTitle key={String(isDone)}>{t(isDone ? 'activate.doneTitle' : 'activate.title')}</PageTitle>
      <p className="lead" role="status">
        {t(isDone ? 'activate.done' : hasButton ? 'activate.lead' : 'activate.wait')}
      </p>
      {!isDone && error && <Alert tone="danger" lead={problemText(error)} live />}
      {!isDone && hasButton && token && (
        <Button
          variant="primary"
          size="large"
          onPress={() => mutate(token, { onSuccess: noteNavigation })}
          isPending={isPending}
        >
          {t('activate.go')}
        </Button>
      )}
      {isDone && (
        <ButtonLink to={user ? paths.members.to() : paths.login.to()} variant="primary">
          {t(user ? 'activate.search' : 'activate.login')}
        </ButtonLink>
      )}
    </main>
  );
}
