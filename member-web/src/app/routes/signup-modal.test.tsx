import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { loadNamespaces } from '@/i18n';
import { aProfile, aSettings, aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const henk = aProfile({ name: 'Henk' });

async function ask(wish: string) {
  server.use(
    http.get(`${V1}/members/${henk.id}`, () => HttpResponse.json(henk)),
    http.get(`${V1}/members/${henk.id}/similar`, () => HttpResponse.json({ results: [] })),
    http.get(`${V1}/members/${henk.id}/conversation`, () =>
      HttpResponse.json({ conversation_id: null, cost: { credits: 5, money: null } }),
    ),
    http.post(`${V1}/members/${henk.id}/visit`, () => new HttpResponse(null, { status: 204 })),
    http.patch(`${V1}/profile`, () => HttpResponse.json({})),
  );
  const app = await renderApp(`/members/${henk.id}?gender=man`, { settings: aSettings({ logged_out_search: true }) });
  // The modal's code brings its texts once in a page's life; every test begins a new one.
  await loadNamespaces(['signup']);
  await app.user.click(within(screen.getByRole('main')).getByRole('button', { name: wish }));
  return { ...app, dialog: within(await screen.findByRole('dialog')) };
}

/** React mounts everything twice in tests; the question of the first time is taken back. */
const isTakenBack = (request: Request) => request.signal.aborted;

/** Answers signups; returns the bodies that came. */
function admitting(answer: () => Response) {
  const bodies: unknown[] = [];
  server.use(
    http.post(`${V1}/members`, async ({ request }) => {
      bodies.push(await request.json());
      return answer();
    }),
  );
  return bodies;
}

async function fillIn(user: UserEvent) {
  const put = async (label: string, text: string) => {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  };
  await put('Your name', 'Ruth');
  await user.click((await screen.findAllByRole('spinbutton'))[0] as HTMLElement);
  await user.keyboard('30041964');
  await put('Email address', 'ruth@example.org');
  await put('Password', 'stubborn sourdough');
}

describe('the signup modal [spec 2.43, 4.14]', () => {
  it('goes at Escape until something is typed, and then only by its button', async () => {
    const { user, dialog } = await ask('Like Henk');
    await user.type(dialog.getByLabelText('Your name'), 'R');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('hides when the page turns to the login, which leads back here', async () => {
    const { user, dialog, router } = await ask('Message Henk');
    await user.click(dialog.getByRole('link', { name: 'Log in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toBe(`?next=${encodeURIComponent(`/members/${henk.id}?gender=man`)}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leaves the wish to the person’s own press: nothing is liked by itself', async () => {
    const likes: string[] = [];
    server.use(
      http.post(`${V1}/members/:id/like`, ({ params }) => {
        likes.push(String(params.id));
        return HttpResponse.json({ matched: false, profile: null });
      }),
    );
    const bodies = admitting(() => HttpResponse.json(aUser({ status: 'not_confirmed' }), { status: 201 }));
    const { user, router } = await ask('Like Henk');
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Create my profile' }));
    const done = within(await screen.findByRole('dialog', { name: 'Welcome!' }));
    expect(bodies).toHaveLength(1);
    expect(router.state.location.pathname).toBe(`/members/${henk.id}`);
    expect(likes).toEqual([]);
    await user.click(done.getByRole('button', { name: 'Like Henk' }));
    await waitFor(() => expect(likes).toEqual([henk.id]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the page below the signup modal', () => {
  it('stays in sight until it has come for the member', async () => {
    admitting(() => HttpResponse.json(aUser({ status: 'not_confirmed' }), { status: 201 }));
    const { user } = await ask('Like Henk');
    await fillIn(user);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    let isAsked = false;
    server.use(
      http.get(`${V1}/members/${henk.id}`, async () => {
        isAsked = true;
        await held;
        return HttpResponse.json({ ...henk, about: 'What only members read.' });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Create my profile' }));
    await waitFor(() => expect(isAsked).toBe(true));
    expect(screen.getByRole('heading', { level: 1, hidden: true })).toHaveTextContent('Henk');
    answer();
    expect(await screen.findByText('What only members read.')).toBeVisible();
  });
});

describe('who may come in [spec 6.2]', () => {
  it.each([
    ['none', 'This site isn’t accepting new members right now.'],
    ['with_trafficsource', 'You can only sign up through one of our partners.'],
  ])('where signups are %s: nobody is asked for a name', async (signups, text) => {
    await renderApp('/signup', { settings: aSettings({ signups }) });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByLabelText('Your name')).toBeNull();
  });

  it('by invitation: the link brings its code, and the account carries it', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get(`${V1}/invitations/check`, ({ request }) => {
        if (!isTakenBack(request)) asked.push(new URL(request.url).searchParams.get('code'));
        return HttpResponse.json({ is_open: true });
      }),
      http.patch(`${V1}/profile`, () => HttpResponse.json({})),
    );
    const bodies = admitting(() => HttpResponse.json(aUser({ status: 'not_confirmed' }), { status: 201 }));
    const { user, router } = await renderApp('/signup?invite=7KQ2-MX4A-09TC', {
      settings: aSettings({ signups: 'invitation' }),
    });
    expect(await screen.findByText('You’re invited. Welcome!')).toBeVisible();
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Create my profile' }));
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/signup'));
    expect(bodies).toEqual([expect.objectContaining({ invite: '7KQ2-MX4A-09TC' })]);
    expect(asked, 'the code is used up now, and not asked about again').toEqual(['7KQ2-MX4A-09TC']);
  });

  it('by invitation: a code that is not good is refused in words, and another can be tried', async () => {
    server.use(
      http.get(`${V1}/invitations/check`, ({ request }) =>
        HttpResponse.json({ is_open: new URL(request.url).searchParams.get('code') === 'GOOD' }),
      ),
    );
    const { user } = await renderApp('/signup', { settings: aSettings({ signups: 'invitation' }) });
    await user.type(await screen.findByLabelText('Invitation code'), 'BAD');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Invitation code')).toHaveAccessibleDescription(/This invitation isn’t valid/),
    );
    await user.clear(screen.getByLabelText('Invitation code'));
    await user.type(screen.getByLabelText('Invitation code'), 'GOOD');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByLabelText('Your name')).toBeVisible();
  });
});
