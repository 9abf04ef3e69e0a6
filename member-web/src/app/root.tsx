import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useMatches,
  useNavigation,
  type Location,
} from 'react-router';
import { loginEnded, loginMissing } from '@/api/client';
import { endLogin, userQuery, useSettings, useUser } from '@/api/session';
import { OfferModalHost } from '@/features/shop/time-bonus/components/hosts';
import { KeptLikesHost } from '@/features/swipe/components/kept-likes-host';
import { chooseLanguage, LOCALES } from '@/i18n/locales';
import { pageTitle } from '@/lib/badge';
import { noteNavigation, useHeading } from '@/lib/page-arrival';
import { paths } from '@/lib/paths';
import { ProgressBar } from '@/ui/progress-bar/progress-bar';
import { Toaster } from '@/ui/toast/toaster';
import { UiProvider } from '@/ui/ui-provider/ui-provider';
import type { PageHandle } from './page';
import { usePageHiddenBeacon } from './page-hidden';
import { useRefresh } from './refresh';
import styles from './root.module.css';
import { SCROLL_PLACES } from './take-over';

/** What stands around every layout: language of the widgets, title, badge, markers, refreshing, toasts. */
export function Root() {
  const { i18n, t } = useTranslation();
  useMarkers();
  useTitleAndBadge();
  useArrivals();
  useLoginMissing();
  useRefresh();
  usePageHiddenBeacon();
  return (
    <UiProvider locale={LOCALES[chooseLanguage(i18n.language)].tag}>
      <a href="#main" className={styles.skip}>
        {t('skip')}
      </a>
      <ProgressBar isLoading={useNavigation().state !== 'idle'} />
      <Outlet />
      <OfferModalHost />
      <KeptLikesHost />
      <Toaster />
      <ScrollRestoration getKey={scrollKey} storageKey={SCROLL_PLACES} />
    </UiProvider>
  );
}

/** A page that opens from outside keeps its place by its address, for it has no entry in the history of its own. */
const scrollKey = ({ key, pathname }: Location) => (key === 'default' ? pathname : key);

const DESIGN_VERSION = '2';

/** The page says whether somebody is logged in, and which design it wears (spec 1.11). */
function useMarkers() {
  const isLoggedIn = useUser() !== null;
  useEffect(() => {
    document.body.classList.toggle('logged-in', isLoggedIn);
    document.body.classList.toggle('logged-out', !isLoggedIn);
    document.body.dataset.designVersion = DESIGN_VERSION;
  }, [isLoggedIn]);
}

/** What waits for the member stands in the title and on the installed app's icon (spec 4.19). */
function useTitleAndBadge() {
  const { index_title: indexTitle } = useSettings();
  const heading = useHeading();
  const isHome = useLocation().pathname === '/';
  const user = useUser();
  const waiting = user ? user.unread_messages + user.new_likes : 0;
  useEffect(() => {
    const name = isHome || !heading ? indexTitle : `${heading} · ${indexTitle}`;
    document.title = pageTitle(waiting, name);
  }, [waiting, indexTitle, heading, isHome]);
  useEffect(() => {
    // Browsers without a badge, or without leave to show one, go without.
    if ('setAppBadge' in navigator) navigator.setAppBadge(waiting).catch(() => undefined);
  }, [waiting]);
}

/** A layout effect, so that it runs before the effect of the new page's title. */
function useArrivals() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current !== pathname) noteNavigation();
    shown.current = pathname;
  }, [pathname]);
}

/** Whoever turns out not to be logged in any more is logged out here too, and may log in again (spec 6.8). */
function useLoginMissing() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isForMembers = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.only === 'member');
  useEffect(() => {
    const leave = (isNeeded: boolean) => {
      if (!client.getQueryData(userQuery.queryKey)) return;
      endLogin(client);
      if (isNeeded) void navigate(paths.login.to(pathname + search), { replace: true });
      else void import('./login-ended').then(({ tellLoginEnded }) => tellLoginEnded());
    };
    const stops = [loginMissing.listen(() => leave(true)), loginEnded.listen(() => leave(isForMembers))];
    return () => stops.forEach((stop) => stop());
  }, [client, navigate, pathname, search, isForMembers]);
}
