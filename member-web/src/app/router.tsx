import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { ErrorPage } from './error-page';
import { ChatLayout } from './layouts/chat-layout';
import { DefaultLayout } from './layouts/default-layout';
import { EmptyLayout } from './layouts/empty-layout';
import { LanderLayout } from './layouts/lander-layout';
import { SignupLayout } from './layouts/signup-layout';
import { Root } from './root';
import { page, type PageModule } from './page';
import { Waiting } from './waiting';
import { paths, type Lander } from '@/lib/paths';

/** The table of routes. A page is one line here, one module in routes/, and its texts. */
export function routes(client: QueryClient): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: ErrorPage,
      HydrateFallback: Nothing,
      children: [
        layout(DefaultLayout, [
          page(client, paths.home.pattern, { module: () => import('./routes/home'), texts: ['home'] }),
          page(client, paths.members.pattern, { module: () => import('./routes/members'), texts: ['members'] }),
          ...[paths.member, paths.likedMember].map(({ pattern }) =>
            page(client, pattern, { module: () => import('./routes/member'), texts: ['member-profile'] }),
          ),
          page(client, paths.likes.pattern, {
            module: () => import('./routes/likes'),
            texts: ['likes'],
            only: 'member',
          }),
          page(client, paths.swipeGame.pattern, {
            module: () => import('./routes/swipe-game'),
            texts: ['swipe'],
            only: 'member',
          }),
          page(client, paths.profile.pattern, {
            module: () => import('./routes/profile'),
            texts: ['profile'],
            only: 'member',
          }),
          page(client, paths.pricing.pattern, { module: () => import('./routes/pricing'), texts: ['pricing'] }),
          page(client, paths.premium.pattern, {
            module: () => import('./routes/premium'),
            texts: ['shop'],
            only: 'member',
          }),
          page(client, paths.credits.pattern, {
            module: () => import('./routes/credits'),
            texts: ['shop', 'wallet'],
            only: 'member',
          }),
          page(client, paths.creditSettings.pattern, {
            module: () => import('./routes/credit-settings'),
            texts: ['credit-settings', 'wallet'],
            only: 'member',
          }),
          page(client, paths.visitors.pattern, {
            module: () => import('./routes/visitors'),
            texts: ['visitors'],
            only: 'member',
          }),
          page(client, paths.settings.pattern, {
            module: () => import('./routes/settings'),
            texts: ['settings', 'account-settings'],
            only: 'member',
          }),
          page(client, paths.repeatOrder.pattern, {
            module: () => import('./routes/repeat-order'),
            texts: ['shop'],
            only: 'member',
          }),
          page(client, paths.pay.pattern, { module: () => import('./routes/pay'), texts: ['shop'], only: 'member' }),
          page(client, paths.directDebit.pattern, {
            module: () => import('./routes/direct-debit'),
            texts: ['direct-debit', 'shop'],
            only: 'member',
          }),
          page(client, paths.orders.pattern, {
            module: () => import('./routes/orders'),
            texts: ['orders', 'shop'],
            only: 'member',
          }),
          page(client, paths.order.pattern, {
            module: () => import('./routes/order'),
            texts: ['orders', 'shop'],
            only: 'member',
          }),
          page(client, paths.staffAccess.pattern, {
            module: () => import('./routes/staff-access'),
            texts: ['staff-access'],
            only: 'member',
          }),
          page(client, paths.deleteAccount.pattern, {
            module: () => import('./routes/delete-account'),
            texts: ['account-life'],
            only: 'member',
          }),
          page(client, paths.matchFinder.pattern, {
            module: () => import('./routes/match-finder'),
            texts: ['match-finder'],
            only: 'member',
          }),
          page(client, paths.invitations.pattern, {
            module: () => import('./routes/invitations'),
            texts: ['invitations'],
            only: 'member',
          }),
          page(client, paths.signupMatches.pattern, {
            module: () => import('./routes/signup-matches'),
            texts: ['match-finder'],
            only: 'member',
          }),
          page(client, paths.complaints.pattern, {
            module: () => import('./routes/complaints'),
            texts: ['complaints', 'reports', 'cases'],
          }),
          page(client, paths.complaint.pattern, {
            module: () => import('./routes/complaint'),
            texts: ['complaints'],
          }),
          page(client, paths.cases.pattern, {
            module: () => import('./routes/complaints'),
            texts: ['complaints', 'reports', 'cases'],
            only: 'member',
          }),
          page(client, paths.case.pattern, { module: () => import('./routes/case'), texts: ['cases'] }),
          page(client, paths.langConfig.pattern, { module: () => import('./routes/lang-config') }),
          ...[paths.staticPage, paths.freePage].map(({ pattern }) =>
            page(client, pattern, { module: () => import('./routes/static-page'), texts: ['pages'] }),
          ),
          { path: '*', loader: notFound, Component: Nothing },
        ]),
        layout(EmptyLayout, [
          page(client, paths.resetPassword.pattern, {
            module: () => import('./routes/reset-password'),
            texts: ['account'],
          }),
          page(client, paths.resetPasswordDo.pattern, {
            module: () => import('./routes/reset-password-do'),
            texts: ['account'],
          }),
          page(client, paths.activateDone.pattern, {
            module: () => import('./routes/activate-done'),
            texts: ['account'],
          }),
          page(client, paths.activateError.pattern, {
            module: () => import('./routes/activate-error'),
            texts: ['account'],
          }),
          page(client, paths.accountDeleted.pattern, {
            module: () => import('./routes/account-deleted'),
            texts: ['account-life'],
          }),
          page(client, paths.reactivate.pattern, {
            module: () => import('./routes/reactivate'),
            texts: ['account-life'],
          }),
          page(client, paths.mailChangeDo.pattern, {
            module: () => import('./routes/mail-change-do'),
            texts: ['account-life'],
          }),
          page(client, paths.mailChangeUndo.pattern, {
            module: () => import('./routes/mail-change-undo'),
            texts: ['account-life'],
          }),
          page(client, paths.unsubscribe.pattern, {
            module: () => import('./routes/unsubscribe'),
            texts: ['unsubscribe'],
          }),
          page(client, paths.login.pattern, {
            module: () => import('./routes/login'),
            texts: ['login'],
            only: 'visitor',
          }),
        ]),
        layout(LanderLayout, [
          page(client, paths.swipeLander.pattern, {
            module: () => import('./routes/swipe-lander'),
            texts: ['swipe', 'tinderswipe'],
          }),
        ]),
        layout(
          LanderLayout,
          LANDERS.map(([lander, module]) =>
            page(client, paths.lander.patternOf(lander), { module, texts: ['landers'], only: 'visitor' }),
          ),
        ),
        layout(SignupLayout, [
          page(client, paths.signup.pattern, { module: () => import('./routes/signup'), texts: ['signup', 'profile'] }),
          page(client, paths.memberSignup.pattern, {
            module: () => import('./routes/member-signup'),
            texts: ['signup', 'landing'],
          }),
          page(client, paths.completeSignup.pattern, {
            module: () => import('./routes/complete-signup'),
            only: 'member',
          }),
        ]),
        layout(LanderLayout, [
          page(client, paths.memberLanding.pattern, {
            module: () => import('./routes/member-landing'),
            texts: ['landing'],
          }),
          page(client, paths.memberLanding2.pattern, {
            module: () => import('./routes/member-landing2'),
            texts: ['landing'],
          }),
          page(client, paths.memberLanding3.pattern, {
            module: () => import('./routes/member-landing3'),
            texts: ['landing', 'signup'],
          }),
        ]),
        layout(
          ChatLayout,
          // One module, so that the list stays as it is from one conversation to the next.
          [paths.chats, paths.chat, paths.memberChat].map(({ pattern }) =>
            page(client, pattern, { module: () => import('./routes/chats'), texts: ['chats'], only: 'member' }),
          ),
        ),
      ],
    },
  ];
}

const LANDERS: [Lander, () => Promise<PageModule>][] = [
  ['alonetonight', () => import('./routes/lander-alonetonight')],
  ['collagelanding', () => import('./routes/lander-collage')],
  ['gallery', () => import('./routes/lander-gallery')],
  ['iconslanding', () => import('./routes/lander-icons')],
  ['maplanding', () => import('./routes/lander-map')],
  ['socialnetwork', () => import('./routes/lander-socialnetwork')],
  ['transitionsvideolanding', () => import('./routes/lander-transitions')],
  ['video', () => import('./routes/lander-video')],
];

/** Pages inside a layout, which shows at once; an error of a page leaves the layout standing. */
const layout = (Component: React.ComponentType, children: RouteObject[]): RouteObject => ({
  Component,
  children: [{ ErrorBoundary: ErrorPage, ...(Component !== SignupLayout && { HydrateFallback: Waiting }), children }],
});

const Nothing = () => null;

function notFound(): never {
  throw new Response(null, { status: 404 });
}
