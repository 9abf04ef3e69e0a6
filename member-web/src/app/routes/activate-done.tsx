import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useUser } from '@/api/session';
import { useActivate } from '@/features/account/api/email-links';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { paths } from '@/lib/paths';
import styles from './narrow.module.css';

/** /activate/done: confirms the address that the mailed link belongs to, by a POST of its own (mail scanners only GET). */
export function Component() {
  const { t } = useTranslation('account');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const user = useUser();
  const { mutate, isSuccess } = useActivate();
  const token = query.get('token');
  const isDone = isSuccess || user?.status === 'active';
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current || isDone) return;
    isAsked.current = true;
    const refuse = () => void navigate(paths.activateError.to(), { replace: true });
    if (token) mutate(token, { onError: refuse });
    else refuse();
  }, [token, isDone, mutate, navigate]);
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <PageTitle key={String(isDone)}>{t(isDone ? 'activate.doneTitle' : 'activate.title')}</PageTitle>
      <p className="lead" role="status">
        {t(isDone ? 'activate.done' : 'activate.wait')}
      </p>
      {isDone && (
        <ButtonLink to={user ? paths.members.to() : paths.login.to()} variant="primary">
          {t(user ? 'activate.search' : 'activate.login')}
        </ButtonLink>
      )}
    </main>
  );
}
