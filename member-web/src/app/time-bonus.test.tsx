import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '@/api/types';
import { loadNamespaces } from '@/i18n';
import { localStore } from '@/lib/safe-storage';
import { aLikesPage, aUser } from '@/testing/factories';
import { aDiscount, aShop } from '@/testing/money-factory';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';

/** A server with a discount for the member, or none. */
function withDiscount(discount: Schemas['DiscountOut'] | null) {
  const asked: string[] = [];
  server.use(
    http.get(`${V1}/discount-code`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return discount ? HttpResponse.json(discount) : HttpResponse.json({ code: 'none' }, { status: 404 });
    }),
    http.get(`${V1}/shop`, () => HttpResponse.json(aShop())),
    http.get(`${V1}/likes`, () => HttpResponse.json(aLikesPage())),
    http.get(`${V1}/me`, () => HttpResponse.json(poor)),
    http.get(`${V1}/conversations`, () => HttpResponse.json({ conversations: [], has_more: false, total_unread: 0 })),
    http.delete(`${V1}/session`, () => new HttpResponse(null, { status: 204 })),
  );
  return asked;
}

/** Opens the app; its texts begin anew with each test, and the lazy ones come only once. */
async function open(...call: Parameters<typeof renderApp>) {
  const app = await renderApp(...call);
  await loadNamespaces(['time-bonus']);
  return app;
}

const poor = aUser({ credits: 0 });
const band = () => screen.queryByRole('region', { name: 'Welcome discount' });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** Lets time pass until so long after a moment; the clock also runs while a page opens. */
const passUntil = (since: number, milliseconds: number) => pass(Math.max(0, since + milliseconds - Date.now()));

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  localStore.removeItem('hide-time-bonus-modal');
});

describe('the band of the time bonus', () => {
  it('[spec 2.52, 4.16] counts down by the server’s clock and leads to the bundles', async () => {
    const asked = withDiscount(aDiscount());
    await open('/premium', { user: poor });
    await waitFor(() => expect(band()).toBeVisible());
    expect(new Set(asked)).toEqual(new Set(['?welcome=true']));
    expect(screen.getByRole('timer')).toHaveTextContent(/^(1:00:00|0:59:\d\d)$/);
    expect(screen.getByRole('link', { name: 'See bundles' })).toHaveAttribute('href', '/credits');
  });

  it('[spec 2.52, 2.57] stands above the list of chats too', async () => {
    withDiscount(aDiscount());
    await open('/chats', { user: poor });
    await waitFor(() => expect(band()).toBeVisible());
    expect(screen.getByRole('link', { name: 'See bundles' })).toHaveAttribute('href', '/credits');
  });

  it('[spec 4.16] ends at zero', async () => {
    withDiscount(aDiscount({ expires: '2026-11-20T12:00:30Z' }));
    const start = Date.now();
    await open('/premium', { user: poor });
    await waitFor(() => expect(band()).toBeVisible());
    const opened = Date.now();
    await passUntil(start, 29_000);
    expect(band()).toBeVisible();
    await passUntil(opened, 31_000);
    expect(band()).toBeNull();
  });

  it('[spec 4.16] is not for a member who paid', async () => {
    const asked = withDiscount(aDiscount());
    await open('/premium', { user: aUser({ paid_user: true }) });
    expect(band()).toBeNull();
    expect(asked).toEqual([]);
  });

  it('[spec 2.52] stays in the members area and beside the bundles', async () => {
    withDiscount(aDiscount());
    await open('/lang-config', { user: poor });
    await pass(1_000);
    expect(band()).toBeNull();
  });

  it('[spec 8.2] is silent when there is no discount', async () => {
    const asked = withDiscount(null);
    const { router } = await open('/premium', { user: poor });
    await pass(1_000);
    await act(() => router.navigate('/likes/received'));
    await act(() => router.navigate('/premium'));
    await pass(1_000);
    expect(band()).toBeNull();
    expect(asked).toHaveLength(1);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Premium comes with any bundle');
  });

  it('[spec 4.16] shows the welcome code where there is no time bonus, with its day', async () => {
    withDiscount(
      aDiscount({ occasion: 'welcome', code: 'WELCOME', value_percentage: 10, expires: '2026-12-24T12:00:00Z' }),
    );
    await open('/premium', { user: poor });
    await waitFor(() => expect(band()).toHaveTextContent('10% off your first bundle. Ends on 24 December 2026.'));
    expect(screen.queryByRole('timer')).toBeNull();
  });
});

describe('the modal of the time bonus', () => {
  const modal = () => screen.queryByRole('dialog', { name: /Act fast: 25% off, only in your first 4 hours/ });

  it('[spec 4.17, 9.5, 4.13] opens after 40 seconds in the members area, once', async () => {
    withDiscount(aDiscount());
    const start = Date.now();
    const { router } = await open('/premium', { user: poor });
    const opened = Date.now();
    await passUntil(start, 20_000);
    await act(() => router.navigate('/likes/received'));
    await passUntil(start, 39_000);
    expect(modal()).toBeNull();
    await passUntil(opened, 41_000);
    await waitFor(() => expect(modal()).toBeVisible());
    act(() => screen.getByRole('button', { name: 'No, thanks' }).click());
    await waitFor(() => expect(modal()).toBeNull());
    expect(localStore.getItem('hide-time-bonus-modal')).toMatch(/^\d{10}$/);
    await act(() => router.navigate('/lang-config'));
    await act(() => router.navigate('/premium'));
    await pass(60_000);
    expect(modal()).toBeNull();
  });

  it.each([
    ['has credits', '/premium', aUser({ credits: 1 })],
    ['has paid', '/premium', aUser({ credits: 0, paid_user: true })],
    ['is elsewhere', '/lang-config', poor],
  ])('[spec 4.17] stays away from a member who %s', async (_, address, user) => {
    withDiscount(aDiscount());
    server.use(http.get(`${V1}/me`, () => HttpResponse.json(user)));
    await open(address, { user });
    await pass(60_000);
    expect(modal()).toBeNull();
  });

  it('[spec 4.17] needs a time bonus that runs', async () => {
    withDiscount(null);
    await open('/premium', { user: poor });
    await pass(60_000);
    expect(modal()).toBeNull();
  });
});
