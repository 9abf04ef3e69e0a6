import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/api-error';
import { loginEnded, loginMissing } from '@/api/client';
import { userQuery } from '@/api/session';
import { startI18n } from '@/i18n';
import { forgetLogin, isLoginNoted, noteLogin } from '@/lib/login-note';
import { keepTrafficSource, parseTrafficSource, readTrafficSource } from '@/lib/traffic-source';
import { aBoot, aLikesPage, aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { LEAVING_MS, reloadOnMissingChunk } from './chunk-reload';
import { ErrorPage, statusOf } from './error-page';
import { page } from './page';
import { createQueryClient } from './query-client';
import { safeNext } from './safe-next';
import { seed } from './seed';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('moving between pages', () => {
  it('puts the focus on the new page’s title and names the tab after it', async () => {
    server.use(http.get('*/api/v1/search', () => HttpResponse.json({ results: [] })));
    const { user } = await renderApp('/');
    expect(screen.getByRole('heading', { level: 1 })).not.toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Log in' }));
    const title = await screen.findByRole('heading', { level: 1, name: 'Log in' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(document.title).toBe('Log in · Come in. Take your time.');
  });
});

describe('a login that is missing', () => {
  it('[spec 6.8] logs the member out and leads to the login and back', async () => {
    const { client, router } = await renderApp('/lang-config', { user: aUser() });
    act(() => loginMissing.emit());
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toBe('?next=%2Flang-config');
    expect(client.getQueryData(userQuery.queryKey)).toBeNull();
  });

  it('[spec 6.8] that ended elsewhere is explained on the login page, and in a line on a page for everybody', async () => {
    await renderApp('/notifications/delete', { user: aUser() });
    act(() => loginEnded.emit());
    expect(await screen.findByText('You’ve been logged out.')).toBeVisible();
    expect(screen.getByText(/Log in to pick up where you left off/)).toBeVisible();
    cleanup();
    await renderApp('/lang-config', { user: aUser() });
    act(() => loginEnded.emit());
    expect(await screen.findByText('You’ve been logged out.')).toBeVisible();
    expect(screen.queryByText(/pick up where you left off/)).toBeNull();
  });

  it('[spec 6.8] is explained to whoever comes back after it ended, and not after an own logout', async () => {
    noteLogin();
    const { router } = await renderApp('/notifications/delete');
    expect(router.state.location.pathname).toBe('/login');
    expect(await screen.findByText('You’ve been logged out.')).toBeVisible();
    cleanup();
    forgetLogin();
    await renderApp('/login');
    expect(screen.getByText('Use your email address and password.')).toBeVisible();
    expect(screen.queryByText('You’ve been logged out.')).toBeNull();
  });

  it('[spec 6.8] leaves a visitor where they are', async () => {
    const { router } = await renderApp('/lang-config');
    act(() => loginMissing.emit());
    expect(router.state.location.pathname).toBe('/lang-config');
  });

  it.each([
    ['/lang-config', '/lang-config'],
    ['/notifications/delete', '/login'],
  ])('[spec 6.8] that ended elsewhere leads from %s to %s', async (address, shown) => {
    const { client, router } = await renderApp(address, { user: aUser() });
    act(() => loginEnded.emit());
    await waitFor(() => expect(router.state.location.pathname).toBe(shown));
    expect(client.getQueryData(userQuery.queryKey)).toBeNull();
  });
});

it('[spec 2.45] a member who logs out leaves the page and finds the home page', async () => {
  server.use(
    http.get('*/api/v1/search', () => HttpResponse.json({ results: [] })),
    http.delete('*/api/v1/session', () => new HttpResponse(null, { status: 204 })),
  );
  const { user, router } = await renderApp('/lang-config', { user: aUser() });
  await user.click(screen.getByRole('button', { name: 'Ruth, account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await screen.findByRole('link', { name: 'Log in' });
  expect(router.state.location.pathname).toBe('/');
  expect(isLoginNoted()).toBe(false);
});

it.each([
  [
    'who logs out',
    async (user: UserEvent) => {
      await user.click(screen.getByRole('button', { name: 'Ruth, account menu' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    },
  ],
  ['whose login ended elsewhere', () => act(() => loginEnded.emit())],
])('[spec 2.45] a member %s leaves a page of members without an error on the way', async (_, leave) => {
  const failed = vi.fn<(event: ErrorEvent) => void>();
  window.addEventListener('error', failed);
  server.use(
    http.get('*/api/v1/search', () => HttpResponse.json({ results: [] })),
    http.get('*/api/v1/likes', () => HttpResponse.json(aLikesPage())),
    http.delete('*/api/v1/session', () => new HttpResponse(null, { status: 204 })),
  );
  const { user, router } = await renderApp('/likes', { user: aUser() });
  await leave(user);
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/likes'));
  await screen.findByRole('heading', { level: 1 });
  window.removeEventListener('error', failed);
  expect(failed.mock.calls.map(([event]) => String(event.error))).toEqual([]);
});

it('a member whose logout fails is told so and stays', async () => {
  server.use(http.delete('*/api/v1/session', () => HttpResponse.json({ code: 'odd' }, { status: 500 })));
  const { user, router } = await renderApp('/lang-config', { user: aUser() });
  await user.click(screen.getByRole('button', { name: 'Ruth, account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByText(/You’re still logged in/)).toBeVisible();
  expect(router.state.location.pathname).toBe('/lang-config');
});

describe('pages for some', () => {
  const module = () => Promise.resolve({ Component: () => <h1>Here</h1> });

  it.each([
    ['member', null, '/login?next=%2Fa%3Fb%3D1'],
    ['member', aUser(), '/a?b=1'],
    ['visitor', null, '/a?b=1'],
    ['visitor', aUser(), '/members'],
  ] as const)('[spec 6.3] a page for a %s, opened by %o, leads to %s', async (only, user, address) => {
    await startI18n('en');
    const client = createQueryClient();
    seed(client, aBoot({ user }));
    const elsewhere = { path: '*', Component: () => <h1>Elsewhere</h1> };
    const router = createMemoryRouter([page(client, { path: '/a', module, only }), elsewhere], {
      initialEntries: ['/a?b=1'],
    });
    render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    await screen.findByRole('heading');
    expect(router.state.location.pathname + router.state.location.search).toBe(address);
  });
});

it('[spec 7.7] sends a beacon with an empty JSON body when the page is hidden', async () => {
  const beacon = vi.fn<(url: string, body: Blob) => boolean>(() => true);
  Object.assign(navigator, { sendBeacon: beacon });
  await renderApp('/lang-config');
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  const [url, body] = beacon.mock.calls[0] ?? [];
  expect(url).toBe('/api/page-hidden.php');
  expect(body).toMatchObject({ type: 'application/json', size: 2 });
});

it('[spec 4.19] puts what waits on the icon of the installed app', async () => {
  const badge = vi.fn(() => Promise.resolve());
  Object.assign(navigator, { setAppBadge: badge });
  await renderApp('/lang-config', { user: aUser({ unread_messages: 3, new_likes: 2 }) });
  expect(badge).toHaveBeenLastCalledWith(5);
});

describe('traffic source', () => {
  it('[spec 3.8] is read from the first visit’s address and not replaced by a later one', () => {
    keepTrafficSource(new URLSearchParams('?network=acme&sub1=42&other=x'));
    keepTrafficSource(new URLSearchParams('?network=later'));
    expect(readTrafficSource()).toEqual({ network: 'acme', sub1: '42' });
  });

  it('is none when the address says nothing', () =>
    expect(parseTrafficSource(new URLSearchParams('?t=3'))).toBeUndefined());
});

describe('the address after the login', () => {
  it.each([
    ['/chats/7?x=1', '/chats/7?x=1'],
    ['/chats/7?x=//y#last', '/chats/7?x=//y#last'],
    ['/chats\t/7\n', '/chats/7'],
    ['//elsewhere.example', undefined],
    ['/\t/elsewhere.example', undefined],
    ['/\n\r/elsewhere.example', undefined],
    ['/\\elsewhere.example', undefined],
    ['/\t\\elsewhere.example', undefined],
    ['\\\\elsewhere.example', undefined],
    ['/.//elsewhere.example', undefined],
    ['/chats/..//elsewhere.example', undefined],
    ['/%2e//elsewhere.example', undefined],
    ['/\t/[', undefined],
    ['\t//elsewhere.example', undefined],
    ['\u0000//elsewhere.example', undefined],
    ['https://elsewhere.example', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s becomes %s', (next, safe) => expect(safeNext(next)).toBe(safe));
});

describe('error page', () => {
  async function showError(error: unknown) {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await startI18n('en');
    const throwing = () => {
      throw error;
    };
    const router = createMemoryRouter([
      { path: '/', ErrorBoundary: ErrorPage, loader: throwing, Component: () => null },
      { path: '/login', Component: () => null },
    ]);
    render(<RouterProvider router={router} />);
    return router;
  }

  it('[spec 8.1] has the status 500 unless the error has its own', () => {
    expect(statusOf(new Error('oops'))).toBe(500);
    expect(statusOf(new ApiError(0))).toBe(500);
    expect(statusOf(new ApiError(409))).toBe(409);
  });

  it('[spec 8.1] shows the message and the status, and a way to try again', async () => {
    await showError(new ApiError(409, { code: 'odd', detail: 'Two people pressed at once.' }));
    expect(await screen.findByText('Two people pressed at once.')).toBeVisible();
    expect(screen.getByText('Error 409')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/');
  });

  it('[spec 6.8] is the login page where only a login is missing', async () => {
    const router = await showError(new ApiError(403, { authentication_required: true }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('[spec 4.18, 8.1] says nothing of what came no more because somebody goes elsewhere, until they stay', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    reloadOnMissingChunk();
    window.dispatchEvent(new Event('beforeunload'));
    await showError(new Error('Unable to preload CSS'));
    expect(await screen.findByRole('main')).toBeVisible();
    expect(screen.queryByText('Something went wrong')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(LEAVING_MS));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Something went wrong');
  });

  it('[spec 8.1] that fails itself says so and links home', async () => {
    const broken = new Proxy(new ApiError(409), {
      get(target, name) {
        if (name === 'code') throw new Error('broken');
        return Reflect.get(target, name) as unknown;
      },
    });
    await showError(broken);
    expect(await screen.findByText('An error occurred while showing the error page')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to the home page' })).toHaveAttribute('href', '/');
  });
});
