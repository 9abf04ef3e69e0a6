import { Suspense } from 'react';
import { matchPath, Outlet, useLocation } from 'react-router';
import { useUser } from '@/api/session';
import { LikeModalHost } from '@/features/likes/components/like-modal-host';
import { MatchHost } from '@/features/likes/components/match-host';
import { WarningsHost } from '@/features/notices/components/host';
import { BandHost } from '@/features/shop/time-bonus/components/hosts';
import { SignupModalHost } from '@/features/signup/components/signup-modal-host';
import { paths } from '@/lib/paths';
import { EntryGate } from './entry-gate';
import { Footer } from './footer';
import { TabBar } from './tab-bar';
import { TopNavigation } from './top-navigation';

/** Pages with a bar of their own at the lower edge of a small screen, in place of the tab bar. */
const WITH_OWN_BAR = [paths.member.pattern, paths.likedMember.pattern];

/** Top navigation, page and footer; a member on a small screen has the tab bar at the bottom. */
export function DefaultLayout() {
  const user = useUser();
  const { pathname } = useLocation();
  const hasTabs = user && !WITH_OWN_BAR.some((pattern) => matchPath(pattern, pathname));
  return (
    <>
      <TopNavigation />
      <Suspense>
        <BandHost />
        <WarningsHost />
        <Outlet />
        <Footer />
      </Suspense>
      {hasTabs && <TabBar user={user} />}
      <MatchHost />
      <SignupModalHost />
      <LikeModalHost />
      <EntryGate layout="default" />
    </>
  );
}
