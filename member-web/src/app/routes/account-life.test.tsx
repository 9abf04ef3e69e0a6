import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const ERASE_AT = '2026-12-04T12:00:00Z';
const offer = { credits: 85, amount: { minor: 1700, currency: 'EUR' }, until: '2026-12-01T12:00:00Z' };
const member = { user: aUser({ credits: 85 }) };

interface World {
  refundable?: boolean;
  stay?: Schemas['OfferForStayingOut'] | null;
  password?: string;
}

/** A server where one can leave; `sent` is what came, newest last. */
function withLeaving({ refundable = false, stay = null, password = 'right' }: World = {}) {
  const sent: unknown[] = [];
  let isRefunded = false;
  server.use(
    http.get(`${V1}/account/deletion`, () => HttpResponse.json({ erase_at: ERASE_AT })),
    http.get(`${V1}/stay-offer`, () => HttpResponse.json({ offer: stay })),
    http.post(`${V1}/stay-offer`, () => HttpResponse.json({ offer: stay && { ...stay, code: 'STAY-1' } })),
    http.get(`${V1}/profile`, () => HttpResponse.json({ is_invisible: sent.some(isInvisible) })),
    http.patch(`${V1}/profile`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({});
    }),
    http.get(`${V1}/orders`, () =>
      HttpResponse.json({
        orders: refundable && !isRefunded ? [{ id: 'order-1', refund_offer: offer }] : [],
        page: 1,
        pages: 1,
        total: 1,
      }),
    ),
    http.post(`${V1}/orders/order-1/withdrawal`, async ({ request }) => {
      sent.push(await request.json());
      isRefunded = true;
      return HttpResponse.json({}, { status: 201 });
    }),
    http.post(`${V1}/account/deletion`, async ({ request }) => {
      const body = (await request.json()) as Schemas['DeletionIn'];
      if (body.password !== password) {
        const detail = 'This password isn’t right. Try again.';
        const errors = [{ pointer: '/password', code: 'accounts.password-wrong', detail }];
        return HttpResponse.json({ code: 'accounts.password-wrong', detail, errors }, { status: 422 });
      }
      sent.push(body);
      return HttpResponse.json({ erase_at: ERASE_AT });
    }),
  );
  return sent;
}

const isInvisible = (one: unknown) => typeof one === 'object' && one !== null && 'is_invisible' in one;

describe('leaving', () => {
  it('[spec 2.33, 2.8] offers what may be enough, asks why, then for the password, and says until when one can return', async () => {
    const sent = withLeaving();
    const { user, router, client } = await renderApp('/notifications/delete', member);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Before you go, Ruth');
    expect(screen.getByText(/Until 4 December 2026, you can reactivate your account with a link/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Get my discount code' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'I met someone' }));
    await user.type(screen.getByRole('textbox', { name: 'Tell us more (optional)' }), 'We marry in May.');
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Delete your account?' })).toHaveFocus();
    expect(screen.getByText('Your balance of 85 credits is deleted with your account.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(screen.getByText('Enter your password.')).toBeVisible();
    await user.type(screen.getByLabelText('Your password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText('This password isn’t right. Try again.')).toBeVisible();
    expect(sent).toEqual([]);
    await user.clear(screen.getByLabelText('Your password'));
    await user.type(screen.getByLabelText('Your password'), 'right');
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Your account is deleted' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/account-deleted');
    expect(screen.getByText(/until 4 December 2026, with the link we’ve sent to ruth@example\.org/)).toBeVisible();
    expect(client.getQueryData(['user'])).toBeNull();
    expect(sent).toEqual([{ password: 'right', reason: 'met-someone', words: 'We marry in May.' }]);
  });

  it('[spec 2.33] lets a member stay: invisible, with money back, or with a code', async () => {
    const sent = withLeaving({ refundable: true, stay: { percent: 20, code: null } });
    const { user } = await renderApp('/notifications/delete', member);
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText('Invisible mode is on.')).toBeVisible();
    expect(screen.getByText('You have 85 unused credits. We can refund €17.00.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Refund €17.00' }));
    expect(await screen.findByText('€17.00 is on its way back to you.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Get my discount code' }));
    expect(await screen.findByText('Your code is STAY-1, for 20% off your next order.')).toBeVisible();
    expect(sent).toEqual([{ is_invisible: true }, { amount_minor: 1700 }]);
  });

  it('goes back from the second step with the reason kept', async () => {
    withLeaving();
    const { user } = await renderApp('/notifications/delete', member);
    await user.click(screen.getByRole('radio', { name: 'Another reason' }));
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('radio', { name: 'Another reason' })).toBeChecked();
  });

  it('[spec 2.8] tells no member who is here that their account is deleted', async () => {
    const { router } = await renderApp('/account-deleted', { user: aUser() });
    await waitFor(() => expect(router.state.location.pathname).toBe('/members'));
  });

  it('[spec 2.8] tells whoever comes to /account-deleted by themselves what holds for anybody', async () => {
    await renderApp('/account-deleted', { user: null });
    expect(screen.getByText(/You can reactivate your account for 14 days/)).toBeVisible();
  });
});

describe('coming back', () => {
  it('[spec 4.2] brings the account back by a press, and logs in', async () => {
    const tokens: unknown[] = [];
    server.use(
      http.post(`${V1}/reactivation`, async ({ request }) => {
        tokens.push(await request.json());
        return HttpResponse.json(aUser());
      }),
    );
    const { user, client } = await renderApp('/account-deleted/return?token=abc', { user: null });
    expect(tokens).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Reactivate my account' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back, Ruth' })).toBeVisible();
    expect(tokens).toEqual([{ token: 'abc' }]);
    expect(client.getQueryData(['user'])).toMatchObject({ name: 'Ruth' });
  });

  it('[spec 8.3] says that a link is too old, and what to do', async () => {
    const detail = 'Link expired or invalid, request a new email';
    server.use(
      http.post(`${V1}/reactivation`, () =>
        HttpResponse.json({ code: 'accounts.link-invalid', detail }, { status: 422 }),
      ),
    );
    const { user } = await renderApp('/account-deleted/return?token=abc', { user: null });
    await user.click(screen.getByRole('button', { name: 'Reactivate my account' }));
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the login page' })).toHaveAttribute('href', '/login');
  });

  it('[spec 8.3] lets the login page mail the way back once more', async () => {
    const sent: unknown[] = [];
    const detail = 'This account is about to be deleted.';
    server.use(
      http.post(`${V1}/session`, () =>
        HttpResponse.json({ code: 'accounts.pending-deletion', detail }, { status: 403 }),
      ),
      http.post(`${V1}/reactivation/mail`, async ({ request }) => {
        sent.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/login', { user: null });
    await user.type(screen.getByLabelText('Email address'), 'ruth@example.org');
    await user.type(screen.getByLabelText('Password'), 'four quiet words');
    const main = screen.getByRole('main');
    await user.click(main.querySelector('button[type=submit]') ?? main);
    expect(await screen.findByText(detail)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send me the link again' }));
    expect(await screen.findByText('We’ve sent you a link.')).toBeVisible();
    expect(sent).toEqual([{ email: 'ruth@example.org', password: 'four quiet words' }]);
  });
});

describe('another address', () => {
  it('[spec 2.26] takes it by a press only, for mail scanners open the page, too', async () => {
    const tokens: unknown[] = [];
    server.use(
      http.post(`${V1}/email-change/confirm`, async ({ request }) => {
        tokens.push(await request.json());
        return HttpResponse.json({ email: 'new@example.org' });
      }),
      http.get(`${V1}/me`, () => HttpResponse.json(aUser({ email: 'new@example.org' }))),
    );
    const { user } = await renderApp('/mail-change/do?token=abc', member);
    const button = screen.getByRole('button', { name: 'Confirm my new email' });
    expect(tokens).toEqual([]);
    await user.click(button);
    expect(await screen.findByText(/From now on, we’ll email you at new@example\.org/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Your email address has been changed' })).toHaveFocus();
    expect(tokens).toEqual([{ token: 'abc' }]);
    expect(screen.getByRole('link', { name: 'Go to my settings' })).toBeVisible();
  });

  it('[spec 2.26, 8.3] says so when the link is of no use', async () => {
    const detail = 'Link expired or invalid, request a new email';
    server.use(
      http.post(`${V1}/email-change/confirm`, () =>
        HttpResponse.json({ code: 'accounts.link-invalid', detail }, { status: 422 }),
      ),
    );
    const { user } = await renderApp('/mail-change/do?token=abc', { user: null });
    await user.click(screen.getByRole('button', { name: 'Confirm my new email' }));
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Your email address wasn’t changed');
  });

  it('[spec 2.26] lets one try again where the server fails, which says nothing of the link', async () => {
    server.use(
      http.post(`${V1}/email-change/confirm`, () => HttpResponse.json({}, { status: 500 }), { once: true }),
      http.post(`${V1}/email-change/confirm`, () => HttpResponse.json({ email: 'new@example.org' })),
      http.get(`${V1}/me`, () => HttpResponse.json({ code: 'login-required' }, { status: 403 })),
    );
    const { user } = await renderApp('/mail-change/do?token=abc', { user: null });
    await user.click(screen.getByRole('button', { name: 'Confirm my new email' }));
    expect(await screen.findByText('An error occurred, please try again later')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Confirm your new email address');
    await user.click(screen.getByRole('button', { name: 'Confirm my new email' }));
    expect(await screen.findByText(/From now on, we’ll email you at new@example\.org/)).toBeVisible();
  });

  it('undoes it by a press only', async () => {
    const tokens: unknown[] = [];
    server.use(
      http.post(`${V1}/email-change/undo`, async ({ request }) => {
        tokens.push(await request.json());
        return HttpResponse.json({ email: 'ruth@example.org' });
      }),
    );
    const facts = { code: 'login-required', authentication_required: true };
    server.use(http.get(`${V1}/me`, () => HttpResponse.json(facts, { status: 403 })));
    const { user, router, client } = await renderApp('/mail-change/undo?token=abc', member);
    expect(tokens).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Keep my old email' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'You’ve kept your old email address' })).toBeVisible();
    expect(client.getQueryData(['user'])).toBeNull();
    expect(router.state.location.pathname).toBe('/mail-change/undo');
  });
});
