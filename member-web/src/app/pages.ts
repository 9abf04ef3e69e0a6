import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import type { Namespace } from '@/i18n';
import { paths, type Lander } from '@/lib/paths';

/** What a module in routes/ exports. */
export interface PageModule {
  Component: ComponentType;
  /** Fills the cache before the page shows; it may throw a redirect or a Response. */
  load?: (client: QueryClient, args: LoaderFunctionArgs) => unknown;
}

/** One page of the application. */
export interface Page {
  /** Its address, as React Router writes it. */
  path: string;
  module: () => Promise<PageModule>;
  /** Namespaces of texts that the page uses beside the shared ones. */
  texts?: readonly Namespace[];
  /** "member" sends a visitor to the login page and back; "visitor" sends a member home. */
  only?: 'member' | 'visitor';
}

/** The table of routes: every page by the layout that it stands in. What the server does for some is in for-server.ts. */
export const pages: Record<'default' | 'empty' | 'lander' | 'signup' | 'chat', readonly Page[]> = {
  default: [
    { path: paths.home.pattern, module: () => import('./routes/home'), texts: ['home'] },
    { path: paths.members.pattern, module: () => import('./routes/members'), texts: ['members'] },
    { path: paths.member.pattern, module: () => import('./routes/member'), texts: ['member-profile'] },
    { path: paths.likedMember.pattern, module: () => import('./routes/member'), texts: ['member-profile'] },
    { path: paths.likes.pattern, module: () => import('./routes/likes'), texts: ['likes'], only: 'member' },
    { path: paths.swipeGame.pattern, module: () => import('./routes/swipe-game'), texts: ['swipe'], only: 'member' },
    { path: paths.profile.pattern, module: () => import('./routes/profile'), texts: ['profile'], only: 'member' },
    { path: paths.pricing.pattern, module: () => import('./routes/pricing'), texts: ['pricing'] },
    { path: paths.premium.pattern, module: () => import('./routes/premium'), texts: ['shop'], only: 'member' },
    {
      path: paths.credits.pattern,
      module: () => import('./routes/credits'),
      texts: ['shop', 'wallet'],
      only: 'member',
    },
    {
      path: paths.creditSettings.pattern,
      module: () => import('./routes/credit-settings'),
      texts: ['credit-settings', 'wallet'],
      only: 'member',
    },
    { path: paths.visitors.pattern, module: () => import('./routes/visitors'), texts: ['visitors'], only: 'member' },
    {
      path: paths.settings.pattern,
      module: () => import('./routes/settings'),
      texts: ['settings', 'account-settings'],
      only: 'member',
    },
    { path: paths.repeatOrder.pattern, module: () => import('./routes/repeat-order'), texts: ['shop'], only: 'member' },
    { path: paths.pay.pattern, module: () => import('./routes/pay'), texts: ['shop'], only: 'member' },
    {
      path: paths.directDebit.pattern,
      module: () => import('./routes/direct-debit'),
      texts: ['direct-debit', 'shop'],
      only: 'member',
    },
    { path: paths.orders.pattern, module: () => import('./routes/orders'), texts: ['orders', 'shop'], only: 'member' },
    { path: paths.order.pattern, module: () => import('./routes/order'), texts: ['orders', 'shop'], only: 'member' },
    {
      path: paths.staffAccess.pattern,
      module: () => import('./routes/staff-access'),
      texts: ['staff-access'],
      only: 'member',
    },
    {
      path: paths.deleteAccount.pattern,
      module: () => import('./routes/delete-account'),
      texts: ['account-life'],
      only: 'member',
    },
    {
      path: paths.matchFinder.pattern,
      module: () => import('./routes/match-finder'),
      texts: ['match-finder'],
      only: 'member',
    },
    {
      path: paths.invitations.pattern,
      module: () => import('./routes/invitations'),
      texts: ['invitations'],
      only: 'member',
    },
    {
      path: paths.signupMatches.pattern,
      module: () => import('./routes/signup-matches'),
      texts: ['match-finder'],
      only: 'member',
    },
    {
      path: paths.complaints.pattern,
      module: () => import('./routes/complaints'),
      texts: ['complaints', 'reports', 'cases'],
    },
    { path: paths.complaint.pattern, module: () => import('./routes/complaint'), texts: ['complaints'] },
    {
      path: paths.cases.pattern,
      module: () => import('./routes/complaints'),
      texts: ['complaints', 'reports', 'cases'],
      only: 'member',
    },
    { path: paths.case.pattern, module: () => import('./routes/case'), texts: ['cases'] },
    { path: paths.langConfig.pattern, module: () => import('./routes/lang-config') },
    { path: paths.staticPage.pattern, module: () => import('./routes/static-page'), texts: ['pages'] },
    { path: paths.freePage.pattern, module: () => import('./routes/static-page'), texts: ['pages'] },
  ],
  empty: [
    { path: paths.resetPassword.pattern, module: () => import('./routes/reset-password'), texts: ['account'] },
    { path: paths.resetPasswordDo.pattern, module: () => import('./routes/reset-password-do'), texts: ['account'] },
    { path: paths.activateDone.pattern, module: () => import('./routes/activate-done'), texts: ['account'] },
    { path: paths.activateError.pattern, module: () => import('./routes/activate-error'), texts: ['account'] },
    { path: paths.accountDeleted.pattern, module: () => import('./routes/account-deleted'), texts: ['account-life'] },
    { path: paths.reactivate.pattern, module: () => import('./routes/reactivate'), texts: ['account-life'] },
    { path: paths.mailChangeDo.pattern, module: () => import('./routes/mail-change-do'), texts: ['account-life'] },
    { path: paths.mailChangeUndo.pattern, module: () => import('./routes/mail-change-undo'), texts: ['account-life'] },
    { path: paths.unsubscribe.pattern, module: () => import('./routes/unsubscribe'), texts: ['unsubscribe'] },
    { path: paths.login.pattern, module: () => import('./routes/login'), texts: ['login'], only: 'visitor' },
  ],
  lander: [
    {
      path: paths.swipeLander.pattern,
      module: () => import('./routes/swipe-lander'),
      texts: ['swipe', 'tinderswipe'],
    },
    ...landers([
      ['alonetonight', () => import('./routes/lander-alonetonight')],
      ['collagelanding', () => import('./routes/lander-collage')],
      ['gallery', () => import('./routes/lander-gallery')],
      ['iconslanding', () => import('./routes/lander-icons')],
      ['maplanding', () => import('./routes/lander-map')],
      ['socialnetwork', () => import('./routes/lander-socialnetwork')],
      ['transitionsvideolanding', () => import('./routes/lander-transitions')],
      ['video', () => import('./routes/lander-video')],
    ]),
    { path: paths.memberLanding.pattern, module: () => import('./routes/member-landing'), texts: ['landing'] },
    { path: paths.memberLanding2.pattern, module: () => import('./routes/member-landing2'), texts: ['landing'] },
    {
      path: paths.memberLanding3.pattern,
      module: () => import('./routes/member-landing3'),
      texts: ['landing', 'signup'],
    },
  ],
  signup: [
    { path: paths.signup.pattern, module: () => import('./routes/signup'), texts: ['signup', 'profile'] },
    { path: paths.memberSignup.pattern, module: () => import('./routes/member-signup'), texts: ['signup', 'landing'] },
    { path: paths.completeSignup.pattern, module: () => import('./routes/complete-signup'), only: 'member' },
  ],
  // One module, so that the list stays as it is from one conversation to the next.
  chat: [paths.chats, paths.chat, paths.memberChat].map(({ pattern }) => ({
    path: pattern,
    module: () => import('./routes/chats'),
    texts: ['chats'],
    only: 'member',
  })),
};

function landers(modules: readonly [Lander, Page['module']][]): readonly Page[] {
  return modules.map(([lander, module]) => ({
    path: paths.lander.patternOf(lander),
    module,
    texts: ['landers'],
    only: 'visitor',
  }));
}
