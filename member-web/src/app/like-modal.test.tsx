import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadNamespaces } from '@/i18n';
import { aCard, aLikesPage, aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** Lets time pass until so long after a moment; the clock also runs while a page opens. */
const passUntil = (since: number, milliseconds: number) => pass(Math.max(0, since + milliseconds - Date.now()));
const dialog = () => screen.queryByRole('dialog');

/** A server with received likes; returns how often each list was asked for. */
function withLikes(names: string[]) {
  const asked: string[] = [];
  const profiles = names.map((name) => ({ ...aCard({ name }), like_new: true }));
  server.use(
    http.get(`${V1}/likes`, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('type') ?? '');
      return HttpResponse.json(aLikesPage(profiles));
    }),
    http.get(`${V1}/me`, () => HttpResponse.json(aUser())),
    http.get(`${V1}/conversations`, () => HttpResponse.json({ conversations: [], has_more: false, total_unread: 0 })),
  );
  return { asked, profiles };
}

async function open(address: string, changes: Parameters<typeof aUser>[0] = {}) {
  const app = await renderApp(address, { user: aUser(changes) });
  await loadNamespaces(['like-modal', 'matches']);
  return app;
}

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

describe('the like modal', () => {
  it('[spec 4.15, 5.8] opens t seconds later with the newest like, and t goes from the address', async () => {
    const { profiles } = withLikes(['Samuel', 'Henk']);
    const start = Date.now();
    const { router } = await open('/lang-config?t=60&keep=1');
    await waitFor(() => expect(router.state.location.search).toBe('?keep=1'));
    const opened = Date.now();
    await passUntil(start, 59_000);
    expect(dialog()).toBeNull();
    await passUntil(opened, 61_000);
    const modal = within(await screen.findByRole('dialog', { name: 'Samuel likes you' }));
    const links = modal.getAllByRole('link', { name: /See Samuel’s profile/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill(`/members/${profiles[0]?.id}`));
  });

  it('[spec 4.15] shows nothing where nobody likes the member', async () => {
    const { asked } = withLikes([]);
    await open('/lang-config?t=0');
    await waitFor(() => expect(asked).toContain('received'));
    await pass(1_000);
    expect(dialog()).toBeNull();
  });

  it('[spec 5.8] leaves what is no integer as it is', async () => {
    withLikes(['Samuel']);
    const { router } = await open('/lang-config?t=soon');
    await pass(2_000);
    expect(dialog()).toBeNull();
    expect(router.state.location.search).toBe('?t=soon');
  });

  it('[spec 4.15] is for members only', async () => {
    withLikes(['Samuel']);
    await renderApp('/lang-config?t=0');
    await pass(2_000);
    expect(dialog()).toBeNull();
  });
});

describe('say hello for me', () => {
  it('[spec 4.11, 7.10] shows to whom, and reads the likes again half a second later', async () => {
    const { asked } = withLikes([]);
    const greeted = { id: 'x', kind: 'member', fictional_label: null, name: 'Henk', main_image: { match: 'm.webp' } };
    const sent = () => asked.filter((list) => list === 'sent').length;
    let before = Infinity;
    server.use(
      http.post(`${V1}/auto-like`, async () => {
        await waitFor(() => expect(asked).toContain('sent'));
        before = sent();
        return HttpResponse.json({ profile: greeted });
      }),
    );
    await open('/likes/sent', { auto_like_due: true });
    const overlay = within(await screen.findByRole('dialog', { name: 'New like!' }));
    expect(overlay.getByText('We said hello to Henk for you, as you asked.')).toBeVisible();
    await pass(600);
    await waitFor(() => expect(sent()).toBeGreaterThan(before));
  });

  it('[spec 4.11] asks for nothing where it is not due', async () => {
    withLikes([]);
    const said: string[] = [];
    server.use(
      http.post(`${V1}/auto-like`, () => {
        said.push('hello');
        return HttpResponse.json({ profile: null });
      }),
    );
    await open('/lang-config');
    await pass(1_000);
    expect(said).toEqual([]);
  });
});
