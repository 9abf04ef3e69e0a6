import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import Logout from '@mui/icons-material/Logout';
import Menu from '@mui/icons-material/Menu';
import { Button, Drawer, IconButton, useMediaQuery, useTheme } from '@mui/material';
import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import {
  Error as ErrorPage,
  LoadingIndicator,
  Loading,
  SkipNavigationButton,
  TitlePortal,
  ToggleThemeButton,
  useGetIdentity,
  useLocaleState,
  useLogout,
  useTranslate,
} from 'react-admin';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { Link, NavLink, useMatch } from 'react-router-dom';
import { locale } from '@/i18n/language';
import { choiceLabel } from '@/kit/choices';
import { GROUPS } from '@/kit/definition';
import type { Identity } from '@/providers/auth-provider';
import { CodesNotice } from './codes-notice';
import { ConfirmationDialog } from './confirmation-dialog';
import { FindButton } from './find/find-button';
import { Logo } from './logo';
import { titleOf, useCounts, useSections } from './sections';

/** Where the menu has no room beside the work. */
const NARROW = '(max-width: 991px)';

/** The frame of the console: a deep-teal rail with the sections, and the work beside it. */
export function OpsLayout({ children }: { children?: ReactNode }) {
  useThemeOnPage();
  useOwnLanguage();
  const isNarrow = useMediaQuery(NARROW);
  return (
    <div className="ops">
      <SkipNavigationButton />
      {isNarrow ? null : <Rail />}
      <div className="work">
        <TopBar>{isNarrow ? <MenuButton /> : null}</TopBar>
        <CodesNotice />
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

/** Show the console in the language that the person has chosen, also in a new browser. */
function useOwnLanguage() {
  const { identity } = useGetIdentity() as { identity?: Identity };
  const [shown, setLocale] = useLocaleState();
  const chosen = identity?.language;
  useEffect(() => {
    if (chosen && chosen !== shown) setLocale(chosen);
  }, [chosen, shown, setLocale]);
}

/** The menu as it comes from the side, and goes once something is chosen. */
function MenuButton() {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={translate('ops.menu')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Menu />
      </IconButton>
      <Drawer open={isOpen} onClose={close} slotProps={{ paper: { 'aria-label': translate('ops.menu') } }}>
        <Rail onChoose={close} />
      </Drawer>
    </>
  );
}

/** The desks, and below them the lists by what they are about. */
function Rail({ onChoose }: { onChoose?: () => void }) {
  const translate = useTranslate();
  const { identity } = useGetIdentity() as { identity?: Identity };
  const { desks, lists } = useSections();
  const counts = useCounts();
  const groups = [
    ['desks', desks] as const,
    ...GROUPS.map((group) => [group, lists.filter((one) => one.group === group)] as const),
  ].filter(([, sections]) => sections.length > 0);
  return (
    <nav className="rail" aria-label={translate('ops.sections')}>
      <Logo />
      {groups.map(([group, sections]) => (
        <section key={group} className="group" aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{translate(`ops.groups.${group}`)}</h2>
          {sections.map(({ name, icon }) => (
            <Section key={name} name={name} icon={icon} waiting={counts[name] ?? 0} onChoose={onChoose} />
          ))}
        </section>
      ))}
      <p className="who">
        <b>{identity?.fullName}</b>
        <span>{identity?.roles.map((role) => translate(choiceLabel(role))).join(', ')}</span>
      </p>
    </nav>
  );
}

interface SectionProps {
  name: string;
  icon: ComponentType;
  waiting: number;
  onChoose: (() => void) | undefined;
}

/** The way to a desk or a list, with how much waits there. */
function Section({ name, icon: Icon, waiting, onChoose }: SectionProps) {
  const translate = useTranslate();
  const title = translate(titleOf(name));
  const number = waiting > 0 ? waiting.toLocaleString(locale()) : '';
  const label = number ? translate('ops.waiting', { title, number }) : title;
  const isHere = useMatch(`/${name}/*`) !== null;
  const link = useRef<HTMLAnchorElement>(null);
  // However long the menu is, where one is stays in sight.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isHere]);
  return (
    <NavLink ref={link} to={`/${name}`} className="section" aria-label={label} onClick={onChoose}>
      <Icon />
      <span>{title}</span>
      {number ? <b className="count">{number}</b> : null}
    </NavLink>
  );
}

function TopBar({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const logout = useLogout();
  return (
    <header className="top">
      {children}
      <TitlePortal component="h1" />
      <FindButton />
      <LoadingIndicator />
      <ToggleThemeButton />
      <Button
        component={Link}
        to="/account"
        startIcon={<BadgeOutlined />}
        variant="text"
        color="inherit"
        className="own"
      >
        <span>{translate('pages.account.title')}</span>
      </Button>
      <Button startIcon={<Logout />} onClick={() => void logout()} variant="text" color="inherit" className="own">
        <span>{translate('ops.sign_out')}</span>
      </Button>
    </header>
  );
}
