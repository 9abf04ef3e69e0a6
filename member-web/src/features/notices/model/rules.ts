import type { User } from '@/api/types';
import type { PushState } from '@/lib/push';

/** The warnings of the header, in the order in which they show (the time bonus stands above them). */
export const WARNINGS = ['activation', 'photo', 'push', 'disabled'] as const;
export type Warning = (typeof WARNINGS)[number];

/** Where the app keeps that a warning was closed, as a timestamp in seconds (spec 4.13). */
export const STORAGE_KEYS = {
  photo: 'hide-enrich-alert',
  push: 'hide-push-notification-alert',
  disabled: 'hide-disabled-notifications-alert',
} as const;
export type Dismissible = keyof typeof STORAGE_KEYS;

/** Says that somebody just came from the signup on another page (spec 2.53). */
const SIGNUP_COMPLETE = 'api_signup_complete';

const SIGNUP = /^\/signup(\/|$)/i;
const SETTINGS = /^\/notifications(\/|$)/i;
const PROFILE = /^\/profile\/?$/i;
const ACTIVATED = /^\/activate\/done\/?$/i;
const PREMIUM = /^\/premium\/?$/i;
const DIRECT_DEBIT = /^\/directdebit\/?$/i;

/** Pages on which a warning stays away; the settings are at /notifications (spec 2.53 to 2.56). */
const AWAY: Record<Warning, readonly RegExp[]> = {
  activation: [SIGNUP, SETTINGS],
  photo: [PROFILE, SIGNUP, ACTIVATED, PREMIUM, SETTINGS, DIRECT_DEBIT],
  push: [SIGNUP, SETTINGS, ACTIVATED, DIRECT_DEBIT, PREMIUM],
  disabled: [SETTINGS],
};

export interface Situation {
  user: User;
  pathname: string;
  query: URLSearchParams;
  isSmartphone: boolean;
  /** What the browser says; undefined until it has answered, or where the site sends no push messages. */
  push: PushState | undefined;
  isDismissed: (warning: Dismissible) => boolean;
}

const isAway = (warning: Warning, pathname: string) => AWAY[warning].some((rule) => rule.test(pathname));

/** Whether somebody still has to confirm their address and can be reached by mail to do so. */
const mustActivate = ({ status, profile, notifications_disabled: disabled }: User) =>
  disabled.length === 0 && status === 'not_confirmed' && profile.status === 'disabled';

/** In which form the reminder to confirm the address shows (spec 2.53). */
export function activationForm({ user, pathname, query, isSmartphone }: Omit<Situation, 'push' | 'isDismissed'>) {
  if (!mustActivate(user) || isAway('activation', pathname)) return 'none';
  if (!query.has(SIGNUP_COMPLETE)) return 'alert';
  return isSmartphone ? 'none' : 'modal';
}

/** The alerts to show, in order. */
export function alerts(situation: Situation): Warning[] {
  const { user, pathname, push, isDismissed } = situation;
  const isDue: Record<Warning, boolean> = {
    activation: activationForm(situation) === 'alert',
    photo: user.profile.main_image === null && !isDismissed('photo'),
    push: (push === 'not-subscribed' || push === 'needs-home-screen') && !isDismissed('push'),
    disabled: user.notifications_disabled.length > 0 && !isDismissed('disabled'),
  };
  return WARNINGS.filter((warning) => isDue[warning] && !isAway(warning, pathname));
}
