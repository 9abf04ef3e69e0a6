import { describe, expect, it } from 'vitest';
import type { User } from '@/api/types';
import { aSettings, aUser } from '@/testing/factories';
import { mayWarn } from './may-warn';
import { activationForm, alerts, type Situation } from './rules';
import { isSmartphone } from './smartphone';

const image = { filename: 'a', thumb_filename: 'b', status: 'active' };
/** A member with nothing to be warned of. */
const settled = aUser({ profile: { ...aUser().profile, main_image: image } });
const unconfirmed = aUser({ status: 'not_confirmed', profile: { ...settled.profile, status: 'disabled' } });
const stopped = [{ type: 'message', cause: 'bounce', at: '2026-11-12T10:00:00Z' }];

const at = (user: User, changes: Partial<Situation> & { pathname?: string } = {}): Situation => ({
  user,
  pathname: '/members',
  query: new URLSearchParams(),
  isSmartphone: false,
  push: undefined,
  isDismissed: () => false,
  ...changes,
});

/** Of these pages, those on which a warning shows. */
const PAGES = [
  '/',
  '/members',
  '/members/7f',
  '/likes',
  '/profile',
  '/signup/photo',
  '/activate/done',
  '/premium',
  '/notifications',
  '/directdebit',
  '/credits',
];
const shownOn = (warning: string, user: User, changes: Partial<Situation> = {}) =>
  PAGES.filter((pathname) => alerts(at(user, { pathname, ...changes })).includes(warning as 'photo'));
const without = (...away: string[]) => PAGES.filter((page) => !away.includes(page));

describe('the activation reminder [spec 2.53]', () => {
  it('is for who is not confirmed, has a disabled profile and gets mails', () => {
    expect(activationForm(at(unconfirmed))).toBe('alert');
    expect(activationForm(at(settled))).toBe('none');
    expect(activationForm(at({ ...unconfirmed, notifications_disabled: stopped }))).toBe('none');
    expect(activationForm(at({ ...unconfirmed, profile: { ...unconfirmed.profile, status: 'active' } }))).toBe('none');
    expect(activationForm(at({ ...unconfirmed, status: 'active' }))).toBe('none');
  });

  it('stays away from signup, settings and notifications', () =>
    expect(shownOn('activation', unconfirmed)).toEqual(without('/signup/photo', '/notifications')));

  it.each([
    { isPhone: false, query: '', form: 'alert' },
    { isPhone: true, query: '', form: 'alert' },
    { isPhone: false, query: 'api_signup_complete', form: 'modal' },
    { isPhone: false, query: 'api_signup_complete=1', form: 'modal' },
    { isPhone: true, query: 'api_signup_complete=1', form: 'none' },
  ])('with "$query" on a phone ($isPhone) is $form', ({ isPhone, query, form }) => {
    const here = at(unconfirmed, { isSmartphone: isPhone, query: new URLSearchParams(query) });
    expect(activationForm(here)).toBe(form);
    expect(alerts(here).includes('activation')).toBe(form === 'alert');
  });
});

describe('the profile-photo alert [spec 2.54]', () => {
  it('is for who has no main image, but on seven pages', () => {
    const away = ['/profile', '/signup/photo', '/activate/done', '/premium', '/notifications', '/directdebit'];
    expect(shownOn('photo', aUser())).toEqual(without(...away));
    expect(shownOn('photo', settled)).toEqual([]);
  });

  it('stays away once dismissed', () =>
    expect(shownOn('photo', aUser(), { isDismissed: (one) => one === 'photo' })).toEqual([]));
});

describe('the push alert [spec 2.55, 4.6]', () => {
  it.each([
    ['not-subscribed', true],
    ['subscribed', false],
    ['denied', false],
    ['unsupported', false],
    ['needs-home-screen', true],
    [undefined, false],
  ] as const)('where push is %s: %s', (push, shown) =>
    expect(alerts(at(settled, { push }))).toEqual(shown ? ['push'] : []),
  );

  it('stays away from five pages, and once dismissed', () => {
    const push = 'not-subscribed';
    const away = ['/signup/photo', '/notifications', '/activate/done', '/directdebit', '/premium'];
    expect(shownOn('push', settled, { push })).toEqual(without(...away));
    expect(shownOn('push', settled, { push, isDismissed: (one) => one === 'push' })).toEqual([]);
    expect(alerts(at(settled, { push, pathname: '/Premium' }))).toEqual([]);
  });
});

describe('the disabled-notifications alert [spec 2.56]', () => {
  const user = { ...settled, notifications_disabled: stopped };

  it('is for who has disabled types, but not on the settings', () => {
    expect(shownOn('disabled', user)).toEqual(without('/notifications'));
    expect(shownOn('disabled', settled)).toEqual([]);
  });

  it('stays away once dismissed', () =>
    expect(shownOn('disabled', user, { isDismissed: (one) => one === 'disabled' })).toEqual([]));
});

describe('together [spec 2.53, 2.54, 2.55, 2.56]', () => {
  it('all that are due show, in their order', () => {
    const user = { ...unconfirmed, profile: { ...unconfirmed.profile, main_image: null } };
    expect(alerts(at(user, { push: 'not-subscribed' }))).toEqual(['activation', 'photo', 'push']);
    const stoppedUser = { ...aUser(), notifications_disabled: stopped };
    expect(alerts(at(stoppedUser, { push: 'not-subscribed' }))).toEqual(['photo', 'push', 'disabled']);
  });

  it('their code comes only where there may be something to say', () => {
    const settings = aSettings({ push_key: null });
    expect(mayWarn(settled, settings)).toBe(false);
    expect(mayWarn(settled, aSettings({ push_key: 'key' }))).toBe(true);
    expect(mayWarn(unconfirmed, settings)).toBe(true);
    expect(mayWarn(aUser(), settings)).toBe(true);
    expect(mayWarn({ ...settled, notifications_disabled: stopped }, settings)).toBe(true);
  });
});

describe('a smartphone [spec 2.53]', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1', true],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari/537.36', true],
    ['Mozilla/5.0 (Linux; Android 15; SM-X910) Chrome/140 Safari/537.36', false],
    ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1', false],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140 Safari/537.36', false],
  ])('%s: %s', (userAgent, is) => expect(isSmartphone({ userAgent })).toBe(is));

  it('is what the browser itself says, where it says so', () =>
    expect(isSmartphone({ userAgent: 'X11', userAgentData: { mobile: true } })).toBe(true));
});
