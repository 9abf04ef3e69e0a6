import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { aCard, aSettings, aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const noPeople = () => server.use(http.get(`${V1}/search`, () => HttpResponse.json({ results: [] })));
const main = () => screen.getAllByRole('navigation', { name: 'Main' })[0] as HTMLElement;

describe('top navigation', () => {
  it('[spec 2.47] offers a visitor a way to log in, and marks the page as logged out [spec 1.11]', async () => {
    noPeople();
    await renderApp('/');
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    await waitFor(() => expect(document.body).toHaveClass('logged-out'));
    expect(document.body).toHaveAttribute('data-design-version', '2');
  });

  it('[spec 2.45] shows a free member what waits, capped at 99+, and the way to Premium', async () => {
    await renderApp('/', { user: aUser({ unread_messages: 120, new_likes: 2 }) });
    const nav = within(main());
    expect(nav.getByRole('link', { name: 'Search' })).toHaveAttribute('href', '/members');
    expect(nav.getByRole('link', { name: 'Messages 99+ unread' })).toHaveAttribute('href', '/chats');
    expect(nav.getByRole('link', { name: 'Likes 2 new' })).toHaveAttribute('href', '/likes');
    expect(nav.getByRole('link', { name: 'Get Premium' })).toHaveAttribute('href', '/premium');
    await waitFor(() => expect(document.body).toHaveClass('logged-in'));
  });

  it.each([
    [11, 'Credits', undefined],
    [10, 'Credits 10 credits left', 'low'],
    [0, 'Credits 0 credits left', 'none'],
  ])('[spec 2.46] shows a paid member with %i credits "%s"', async (credits, name, tone) => {
    await renderApp('/', { user: aUser({ paid_user: true, credits }) });
    const link = within(main()).getByRole('link', { name });
    expect(link.querySelector('[data-tone]')?.getAttribute('data-tone') ?? undefined).toBe(tone);
  });

  it('[spec 4.19] puts what waits in the title', async () => {
    await renderApp('/', { user: aUser({ unread_messages: 3, new_likes: 2 }) });
    await waitFor(() => expect(document.title).toBe('(5) Come in. Take your time.'));
  });

  it('[spec 2.45, 7.5] logs out from the account menu', async () => {
    noPeople();
    let ended = false;
    server.use(
      http.delete(`${V1}/session`, () => {
        ended = true;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/', { user: aUser() });
    await user.click(screen.getByRole('button', { name: 'Ruth, account menu' }));
    const menu = await screen.findByRole('menu');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['My profile', 'Settings', 'Log out']);
    await user.click(within(menu).getByRole('menuitem', { name: 'Log out' }));
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible();
    expect(ended).toBe(true);
  });
});

describe('language', () => {
  it('[spec 1.8, 1.9] is chosen by its own name, switches the page and is saved', async () => {
    noPeople();
    let saved: unknown;
    server.use(
      http.put(`${V1}/me/language`, async ({ request }) => {
        saved = await request.json();
        return HttpResponse.json({ language: 'nl' });
      }),
    );
    const { user } = await renderApp('/');
    await user.click(screen.getByRole('button', { name: 'Language: English' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Nederlands' }));
    expect(await screen.findByRole('link', { name: 'Inloggen' })).toBeVisible();
    expect(document.documentElement.lang).toBe('nl');
    await waitFor(() => expect(saved).toEqual({ language: 'nl' }));
  });
});

describe('errors', () => {
  it('[spec 8.1, 2.44] shows a text of its own and a link home for an address that is none', async () => {
    server.use(http.get(`${V1}/pages/nowhere`, () => HttpResponse.json({ code: 'not-found' }, { status: 404 })));
    await renderApp('/nowhere');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page could not be found');
    expect(screen.getByRole('link', { name: 'Back to the home page' })).toHaveAttribute('href', '/');
  });
});

describe('home', () => {
  it('[spec 2.1, 6.1] shows visitors some members where they may search', async () => {
    server.use(
      http.get(`${V1}/search`, () =>
        HttpResponse.json({
          results: [aCard(), aCard({ name: 'Bengt', kind: 'fictional', fictional_label: 'Made up' })],
        }),
      ),
    );
    await renderApp('/');
    expect(await screen.findByRole('link', { name: /Henk,\s65/ })).toBeVisible();
    expect(screen.getByText('Made up')).toBeVisible();
  });

  it('[spec 6.1] does not ask for members where visitors may not search', async () => {
    await renderApp('/', { settings: aSettings({ logged_out_search: false }) });
    expect(screen.queryByText('Members you can meet')).not.toBeInTheDocument();
  });
});

describe('login', () => {
  it('[spec 7.1] logs in and goes where the member wanted to go', async () => {
    server.use(http.post(`${V1}/session`, () => HttpResponse.json(aUser())));
    const { user, router } = await renderApp('/login?next=%2Flang-config');
    await user.type(screen.getByLabelText('Email address'), 'ruth@example.org');
    await user.type(screen.getByLabelText('Password'), 'a long walk');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/lang-config'));
  });

  it.each([
    [422, 'accounts.login-failed', 'Login failed, please try again'],
    [429, 'accounts.login-blocked', 'Too many incorrect attempts, account blocked for 15 min'],
    [429, 'accounts.login-by-mail', 'Or let us mail you a link for a new password; it lets you in at once.'],
  ])('[spec 8.2] tells in the words of the server why it did not work: %i %s', async (status, code, detail) => {
    server.use(http.post(`${V1}/session`, () => HttpResponse.json({ code, detail }, { status })));
    const { user } = await renderApp('/login');
    await user.type(screen.getByLabelText('Email address'), 'ruth@example.org');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
  });

  it('says what is missing before it asks the server, with links to the fields', async () => {
    const { user } = await renderApp('/login');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    const summary = await screen.findByRole('alert');
    await user.click(within(summary).getByRole('link', { name: 'Enter your password.' }));
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });
});
