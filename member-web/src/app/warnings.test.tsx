import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Boot } from '@/api/boot';
import type { User } from '@/api/types';
import { i18n, loadNamespaces } from '@/i18n';
import { localStore } from '@/lib/safe-storage';
import { aCard, aLikesPage, aSettings, aUser } from '@/testing/factories';
import { aDiscount } from '@/testing/money-factory';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const image = { filename: 'a', thumb_filename: 'b', status: 'active' };
const settled = aUser({ paid_user: true, profile: { ...aUser().profile, main_image: image } });
const unconfirmed: User = {
  ...settled,
  status: 'not_confirmed',
  profile: { ...settled.profile, status: 'disabled' },
};
const KEYS = ['hide-enrich-alert', 'hide-push-notification-alert', 'hide-disabled-notifications-alert'];

/** Opens a page that asks for nothing; the texts begin anew with each test, and the lazy ones come only once. */
async function open(user: User, address = '/lang-config', boot: Partial<Boot> = {}) {
  server.use(http.get(`${V1}/me`, () => HttpResponse.json(user)));
  const app = await renderApp(address, { user, ...boot });
  await loadNamespaces(['warnings']);
  await act(() => i18n.changeLanguage('en'));
  return app;
}

const notices = () => screen.findByRole('region', { name: 'Notices' });
const shown = () => screen.queryByRole('region', { name: 'Notices' });

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  KEYS.forEach((key) => localStore.removeItem(key));
});

describe('warnings above a page', () => {
  it('are none for a member with nothing to be told', async () => {
    await open(settled);
    expect(shown()).toBeNull();
  });

  it('[spec 2.53] ask for the confirmation of the address, and mail the link again', async () => {
    let mails = 0;
    server.use(
      http.post(`${V1}/activation/resend`, () => {
        mails += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await open(unconfirmed);
    const alert = within(await notices());
    expect(alert.getByText('Confirm your email address.')).toBeVisible();
    expect(alert.queryByRole('button', { name: 'Dismiss' })).toBeNull();
    await user.click(alert.getByRole('button', { name: 'Send email again' }));
    expect(await alert.findByText('The email is on its way.')).toBeVisible();
    expect(mails).toBe(1);
  });

  it('[spec 2.53] ask in a modal after the signup, which can be closed', async () => {
    const { user } = await open(unconfirmed, '/lang-config?api_signup_complete=1');
    const modal = await screen.findByRole('dialog', { name: 'One more step: confirm your email' });
    expect(modal).toHaveTextContent('We’ve emailed ruth@example.org.');
    expect(shown()).toBeNull();
    await user.click(within(modal).getByRole('button', { name: 'Browse first' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shown()).toBeNull();
  });

  it('[spec 2.54, 4.13] miss a photo, until dismissed', async () => {
    const { user } = await open(aUser({ paid_user: true }));
    const alert = within(await notices());
    expect(alert.getByRole('link', { name: 'Add a photo' })).toHaveAttribute('href', '/profile');
    await user.click(alert.getByRole('button', { name: 'Dismiss' }));
    expect(shown()).toBeNull();
    expect(localStore.getItem('hide-enrich-alert')).toMatch(/^\d{10}$/);
  });

  it('[spec 2.56, 8.7, 4.13] say which mail stopped and why, until dismissed', async () => {
    const stopped = [
      { type: 'message', cause: 'bounce', at: '2026-11-12T10:00:00Z' },
      { type: 'like', cause: 'bounce', at: '2026-11-12T10:00:00Z' },
    ];
    const { user } = await open({ ...settled, notifications_disabled: stopped });
    const alert = within(await notices());
    expect(alert.getByText('Emails about new messages and likes are off.')).toBeVisible();
    expect(alert.getByText(/An email to you bounced on 12 November 2026\./)).toBeVisible();
    expect(alert.getByRole('link', { name: 'Check settings' })).toHaveAttribute('href', '/notifications');
    await user.click(alert.getByRole('button', { name: 'Dismiss' }));
    expect(shown()).toBeNull();
    expect(localStore.getItem('hide-disabled-notifications-alert')).toMatch(/^\d{10}$/);
  });

  it('[spec 2.55] offer push on the page after the one that stood before the browser answered', async () => {
    const answers: ((registration: unknown) => void)[] = [];
    const getRegistration = () => new Promise((resolve) => answers.push(resolve));
    server.use(http.get(`${V1}/pages/nowhere`, () => HttpResponse.json({ code: 'none' }, { status: 404 })));
    Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistration }, configurable: true });
    vi.stubGlobal('Notification', { permission: 'default' });
    const { router, client } = await open(settled, '/lang-config', { settings: aSettings({ push_key: 'key' }) });
    await waitFor(() => expect(answers).not.toHaveLength(0));
    const registration = { pushManager: { getSubscription: () => Promise.resolve(null) } };
    answers.forEach((answer) => answer(registration));
    await waitFor(() => expect(client.getQueryData(['push-state'])).toBe('not-subscribed'));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(shown()).toBeNull();
    await act(() => router.navigate('/nowhere'));
    expect(within(await notices()).getByRole('button', { name: 'Turn on' })).toBeVisible();
  });

  it('[spec 2.52, 2.53, 2.54, 2.55] offer push below three others too', async () => {
    const registration = { pushManager: { getSubscription: () => Promise.resolve(null) } };
    const getRegistration = () => Promise.resolve(registration);
    const discount = http.get(`${V1}/discount-code`, () => HttpResponse.json(aDiscount()));
    const nobody = http.get(`${V1}/likes`, () => HttpResponse.json(aLikesPage()));
    server.use(discount, nobody);
    Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistration }, configurable: true });
    vi.stubGlobal('Notification', { permission: 'default' });
    const newcomer = { ...unconfirmed, paid_user: false, profile: { ...unconfirmed.profile, main_image: null } };
    const { router } = await open(newcomer, '/lang-config', { settings: aSettings({ push_key: 'key' }) });
    await act(() => router.navigate('/likes/received'));
    expect(await screen.findByRole('region', { name: 'Welcome discount' })).toBeVisible();
    const alert = within(await notices());
    expect(alert.getByRole('button', { name: 'Send email again' })).toBeVisible();
    expect(alert.getByRole('link', { name: 'Add a photo' })).toBeVisible();
    expect(await alert.findByRole('button', { name: 'Turn on' })).toBeVisible();
  });

  it('[spec 2.55] do not offer push where the site has none', async () => {
    await open({ ...settled, notifications_disabled: [] });
    expect(shown()).toBeNull();
  });
});

describe('a member’s home', () => {
  it('[spec 2.1, 4.12] shows who looked and who is new', async () => {
    const card = { ...aCard({ name: 'Piet' }), visited_at: '2026-11-20T10:00:00Z' };
    server.use(http.get(`${V1}/visitors`, () => HttpResponse.json({ profiles: [card], total: 1, page: 1, pages: 1 })));
    await open(settled, '/');
    const visitors = within(await screen.findByRole('region', { name: 'Who viewed your profile' }));
    expect(visitors.getByRole('link', { name: /Piet/ })).toBeVisible();
    expect(visitors.getByRole('link', { name: 'See all viewers' })).toHaveAttribute('href', '/visitors');
    expect(screen.queryByRole('region', { name: /New members/ })).toBeNull();
  });
});
