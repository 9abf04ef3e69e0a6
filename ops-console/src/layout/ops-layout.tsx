import Logout from '@mui/icons-material/Logout';
import { Button, useTheme } from '@mui/material';
import { Suspense, useEffect, type ReactNode } from 'react';
import {
  Error as ErrorPage,
  LoadingIndicator,
  Loading,
  SkipNavigationButton,
  TitlePortal,
  ToggleThemeButton,
  useGetIdentity,
  useLogout,
  usePermissions,
  useTranslate,
} from 'react-admin';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { NavLink } from 'react-router-dom';
import { resources } from '@/generated/resources.gen';
import { GROUPS } from '@/kit/definition';
import { PAGES } from '@/pages/registry';
import { ConfirmationDialog } from './confirmation-dialog';
import { Logo } from './logo';

/** The frame of the console: a deep-teal rail with the sections, and the work beside it. */
export function OpsLayout({ children }: { children?: ReactNode }) {
  useThemeOnPage();
  return (
    <div className="ops">
      <SkipNavigationButton />
      <Rail />
      <div className="work">
        <TopBar />
        <main id="main-content" tabIndex={-1}>
          <ErrorBoundary FallbackComponent={Fault}>
            <Suspense fallback={<Loading />}>{children}</Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <ConfirmationDialog />
    </div>
  );
}

const Fault = ({ error, resetErrorBoundary }: FallbackProps) => (
  <ErrorPage error={error as Error} resetErrorBoundary={resetErrorBoundary} />
);

/** Let the tokens follow the theme that react-admin chose. */
export function useThemeOnPage() {
  const { mode } = useTheme().palette;
  useEffect(() => {
    document.documentElement.dataset.theme = mode;
  }, [mode]);
}

function Rail() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const { permissions } = usePermissions<readonly string[]>();
  const open = [...PAGES, ...resources].filter(({ permission }) => permissions?.includes(permission));
  const groups = GROUPS.map((group) => [group, open.filter((one) => one.group === group)] as const).filter(
    ([, sections]) => sections.length > 0,
  );
  return (
    <nav className="rail" aria-label={translate('ops.sections')}>
      <Logo />
      {groups.map(([group, sections]) => (
        <section key={group} className="group" aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{translate(`ops.groups.${group}`)}</h2>
          {sections.map(({ name, icon: Icon }) => (
            <NavLink key={name} to={`/${name}`} className="section">
              <Icon />
              <span>{translate(titleOf(name))}</span>
            </NavLink>
          ))}
        </section>
      ))}
      <p className="who">
        <b>{identity?.fullName}</b>
        <span>{(identity as { roles?: readonly string[] } | undefined)?.roles?.join(', ')}</span>
      </p>
    </nav>
  );
}

/** Resources are named module.things, pages by one word. */
const titleOf = (name: string) => (name.includes('.') ? `resources.${name}.name` : `pages.${name}.title`);

function TopBar() {
  const translate = useTranslate();
  const logout = useLogout();
  return (
    <header className="top">
      <TitlePortal component="h1" />
      <LoadingIndicator />
      <ToggleThemeButton />
      <Button startIcon={<Logout />} onClick={() => void logout()} variant="text" color="inherit">
        {translate('ops.sign_out')}
      </Button>
    </header>
  );
}
