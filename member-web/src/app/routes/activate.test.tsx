import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const LINK = '/activate/done?token=abc';
const unconfirmed = aUser({ status: 'not_confirmed' });

/** A server that takes the link, or refuses it; `tokens` is what came. */
function withActivation({ isRefused = false, isMember = true } = {}) {
  const tokens: unknown[] = [];
  server.use(
    http.post(`${V1}/activation`, async ({ request }) => {
      tokens.push(await request.json());
      const problem = { code: 'accounts.link-invalid', detail: 'Link expired or invalid, request a new email' };
      return isRefused ? HttpResponse.json(problem, { status: 422 }) : HttpResponse.json({ status: 'active' });
    }),
    http.get(`${V1}/me`, () =>
      isMember ? HttpResponse.json(aUser()) : HttpResponse.json({ code: 'login-required' }, { status: 403 }),
    ),
  );
  return tokens;
}

describe('[spec 2.25] the link in the first mail', () => {
  it('confirms at once where its member is logged in', async () => {
    const tokens = withActivation();
    await renderApp(LINK, { user: unconfirmed });
    expect(await screen.findByRole('heading', { level: 1, name: 'Your email is confirmed' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse members' })).toBeVisible();
    expect(tokens).toEqual([{ token: 'abc' }]);
  });

  it('confirms by a press only where nobody is logged in, for mail scanners open the page, too', async () => {
    const tokens = withActivation({ isMember: false });
    const { user } = await renderApp(LINK, { user: null });
    const button = screen.getByRole('button', { name: 'Confirm my email' });
    expect(tokens).toEqual([]);
    await user.click(button);
    expect(await screen.findByRole('heading', { level: 1, name: 'Your email is confirmed' })).toHaveFocus();
    expect(screen.getByRole('main')).toHaveTextContent('Log in');
    expect(tokens).toEqual([{ token: 'abc' }]);
  });

  it('confirms the address of another account than the one that is logged in', async () => {
    const tokens = withActivation();
    await renderApp(LINK, { user: aUser() });
    expect(await screen.findByRole('heading', { level: 1, name: 'Your email is confirmed' })).toBeVisible();
    expect(tokens).toEqual([{ token: 'abc' }]);
  });

  it.each([unconfirmed, null])(
    'lets one try again where the server fails, which says nothing of the link',
    async (who) => {
      const tokens = withActivation({ isMember: who !== null });
      server.use(http.post(`${V1}/activation`, () => HttpResponse.json({}, { status: 500 }), { once: true }));
      const { user } = await renderApp(LINK, { user: who });
      if (!who) await user.click(screen.getByRole('button', { name: 'Confirm my email' }));
      expect(await screen.findByText('An error occurred, please try again later')).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Confirm my email' }));
      expect(await screen.findByRole('heading', { level: 1, name: 'Your email is confirmed' })).toBeVisible();
      expect(tokens).toEqual([{ token: 'abc' }]);
    },
  );

  it('[spec 8.3] leads to a new one where it is of no use any more, or not whole', async () => {
    withActivation({ isRefused: true, isMember: false });
    const refused = await renderApp(LINK, { user: null });
    await refused.user.click(screen.getByRole('button', { name: 'Confirm my email' }));
    await waitFor(() => expect(refused.router.state.location.pathname).toBe('/activate/error'));
    const torn = await renderApp('/activate/done', { user: null });
    await waitFor(() => expect(torn.router.state.location.pathname).toBe('/activate/error'));
  });
});
