import { Component, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, Navigate, useLocation, useRouteError } from 'react-router';
import { ApiError, OFFLINE } from '@/api/api-error';
import { problemText } from '@/api/problem-text';
import { i18n } from '@/i18n';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { isLeaving, LEAVING_MS } from './chunk-reload';
import styles from './error-page.module.css';
import { Waiting } from './waiting';
import { paths } from '@/lib/paths';

/** Whether it is an answer of the server, or of a loader in its stead. */
const isAnswer = (error: unknown): error is { status: number } =>
  isRouteErrorResponse(error) || (error instanceof ApiError && error.status > 0);

/** The status of whatever was thrown; 500 unless it says otherwise (spec 8.1). */
export const statusOf = (error: unknown): number => (isAnswer(error) ? error.status : 500);

/**
 * The page for an error: its message and status; on a 404 a text of its own and a link home (spec 8.1). Where a login
 * is all that is missing, it is the login page, which leads back. Browsers end what a page loads when somebody goes
 * elsewhere: of that it says nothing, unless the page stays.
 */
export function ErrorPage() {
  const error = useRouteError();
  const [waits, setWaits] = useState(() => !isAnswer(error) && isLeaving());
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setWaits(false), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return <Guard>{waits ? <Waiting /> : <ErrorText error={error} />}</Guard>;
}

function ErrorText({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  if (error instanceof ApiError && error.authenticationRequired)
    return <Navigate to={paths.login.to(pathname + search)} replace />;
  const status = statusOf(error);
  const isMissing = status === 404;
  const isOffline = error instanceof ApiError && error.code === OFFLINE;
  return (
    <main id="main" className={styles.error}>
      <DarkHouse />
      <PageTitle>{isMissing ? t('errorPage.missing') : t('errorPage.title')}</PageTitle>
      <p className="lead">{isMissing ? t('errorPage.missingHelp') : problemText(error)}</p>
      {!isMissing && !isOffline && <p className="meta">{t('errorPage.status', { status })}</p>}
      {!isMissing && (
        <ButtonLink to={pathname + search} variant="primary" size="large" reloadDocument>
          {t('tryAgain')}
        </ButtonLink>
      )}
      <ButtonLink
        to={paths.home.to()}
        variant={isMissing ? 'primary' : 'line'}
        size="large"
        reloadDocument={!isMissing}
      >
        {t('errorPage.home')}
      </ButtonLink>
    </main>
  );
}

/** If the error page itself fails, its own text and a plain link home are left (spec 8.1). */
class Guard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main id="main" className={styles.error}>
        <h1>{i18n.t('errorPage.failed', { defaultValue: 'An error occurred while showing the error page' })}</h1>
        <a href={paths.home.to()}>{i18n.t('errorPage.home', { defaultValue: 'Back to the home page' })}</a>
      </main>
    );
  }
}

/** The house with its lights off and the door open. */
function DarkHouse() {
  return (
    <svg viewBox="0 0 320 300" className={styles.house} aria-hidden>
      <path className={styles.wall} d="M10 300V160a150 150 0 0 1 300 0v140z" />
      <g fill="#1d5254">
        <path d="M50 170v-34a28 28 0 0 1 56 0v34zM214 170v-34a28 28 0 0 1 56 0v34zM50 262v-34a28 28 0 0 1 56 0v34z" />
        <path d="M214 262v-34a28 28 0 0 1 56 0v34zM132 120V86a28 28 0 0 1 56 0v34z" />
      </g>
      <path fill="#ffc53d" d="M122 300V212a38 38 0 0 1 76 0v88z" />
      <path fill="#ffe6ab" d="M136 300v-84a24 24 0 0 1 48 0v84z" />
    </svg>
  );
}
