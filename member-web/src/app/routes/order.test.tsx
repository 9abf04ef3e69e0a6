import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { forgetWayBack, noteWayBack } from '@/lib/way-back';
import { aUser } from '@/testing/factories';
import { anOrder, aPayment, theMethods } from '@/testing/money-factory';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const ADDRESS = `/transactions/${anOrder().id}`;
const PROVIDER = `${window.location.origin}/#provider`;

type Order = Schemas['OrderOut'];

/** A server with one order; `answers` are what asking the provider brings, the last one again and again. */
function withOrder(order: Order, { answers = [order], methods = theMethods() } = {}) {
  const asked: number[] = [];
  const sent: { path: string; body: unknown }[] = [];
  let now = order;
  const note = async (request: Request) => {
    const path = new URL(request.url).pathname.replace(/.*\/orders\/[^/]+/, '');
    sent.push({ path, body: await request.json().catch(() => undefined) });
  };
  server.use(
    http.get(`${V1}/me`, () => HttpResponse.json(aUser({ credits: 140 }))),
    http.get(`${V1}/orders/:id`, () => HttpResponse.json(now)),
    http.get(`${V1}/shop/methods`, () => HttpResponse.json(methods)),
    http.post(`${V1}/orders/:id/sync`, () => {
      now = answers[Math.min(asked.length, answers.length - 1)] ?? order;
      asked.push(Date.now());
      return HttpResponse.json(now);
    }),
    http.post(`${V1}/orders/:id/cancel`, async ({ request }) => {
      await note(request);
      now = anOrder({ state: 'cancelled', can_retry: true });
      return HttpResponse.json(now);
    }),
    http.post(`${V1}/orders/:id/payments`, async ({ request }) => {
      await note(request);
      return HttpResponse.json(anOrder({ checkout_url: PROVIDER }), { status: 201 });
    }),
  );
  return { asked, sent };
}

const open = () => renderApp(ADDRESS, { user: aUser() });
const title = () => screen.getByRole('heading', { level: 1 });

beforeEach(() => {
  window.location.hash = '';
});
afterEach(forgetWayBack);

describe('an order', () => {
  it('[spec 4.5] is asked after at once and again, and claims nothing before the server does', async () => {
    const { asked } = withOrder(anOrder(), {
      answers: [anOrder({ state: 'pending' }), anOrder({ state: 'completed' })],
    });
    await open();
    expect(title()).toHaveTextContent('Checking your payment');
    await waitFor(() => expect(title()).toHaveTextContent('Your payment is on its way'));
    expect(asked).toHaveLength(1);
    await waitFor(() => expect(title()).toHaveTextContent('Thank you, your payment is complete'));
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(1_900);
    expect(screen.getByText('We’ve added 120 credits to your balance.')).toBeVisible();
    expect(await screen.findByText('You now have 140 credits.')).toBeVisible();
  });

  it('[spec 4.5] leads back to where the member was when the credits ran out', async () => {
    noteWayBack('/chats/1');
    withOrder(anOrder({ state: 'completed' }));
    await open();
    expect(screen.getByRole('link', { name: 'Back to your chat' })).toHaveAttribute('href', '/chats/1');
  });

  it('[spec 4.5] that was left at the provider can go on, or be cancelled', async () => {
    const { sent } = withOrder(anOrder({ checkout_url: PROVIDER }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Complete payment €19.99' }));
    expect(window.location.hash).toBe('#provider');
    await user.click(screen.getByRole('button', { name: 'Cancel order' }));
    await waitFor(() => expect(title()).toHaveTextContent('Payment failed or has been cancelled'));
    expect(sent.map(({ path }) => path)).toEqual(['/cancel']);
  });

  it('[spec 8.5, 4.5] that failed is tried again, or paid with PayPal', async () => {
    const failed = anOrder({ state: 'failed', can_retry: true, payments: [aPayment({ method: 'creditcard' })] });
    const { sent } = withOrder(failed);
    const { user } = await open();
    expect(title()).toHaveTextContent('Payment failed or has been cancelled');
    expect(screen.getByText('You haven’t been charged.')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Pay with PayPal instead €19.99' }));
    await waitFor(() => expect(window.location.hash).toBe('#provider'));
    expect(sent).toEqual([{ path: '/payments', body: { method: 'paypal' } }]);
  });

  it('[spec 4.5] paid by a saved card that failed offers the card again, or PayPal', async () => {
    const saved = { id: '0b8f2f2a-0000-4000-b000-000000000001', method: 'creditcard', label: 'Visa 4242' };
    const payments = [aPayment({ method: 'creditcard', mandate_id: saved.id, state: 'failed' })];
    const { sent } = withOrder(anOrder({ state: 'failed', can_retry: true, payments }), {
      methods: theMethods({ saved: [saved] }),
    });
    const { user } = await open();
    expect(screen.getByText(/Your saved payment method, Card, was declined/)).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Pay with PayPal instead/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again €19.99' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ method: 'creditcard', mandate_id: saved.id }));
  });

  it('[spec 4.5] that failed is paid in any other way at its own price', async () => {
    const { sent } = withOrder(anOrder({ state: 'failed', can_retry: true }));
    const { user } = await open();
    await user.click(screen.getByRole('link', { name: 'Pay another way' }));
    await user.click(await screen.findByRole('radio', { name: 'iDEAL' }));
    await user.click(screen.getByRole('radio', { name: 'Triodos Bank' }));
    await user.click(screen.getByRole('button', { name: 'Pay €19.99 with Triodos Bank' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ method: 'ideal', issuer: 'ideal_TRIONL2U' }));
  });

  it('[spec 4.5] whose code is not for this way to pay says its price without, and leads there', async () => {
    const payments = [aPayment({ method: 'creditcard' })];
    withOrder(anOrder({ state: 'failed', can_retry: true, discount_code: 'BYBANK', payments }));
    const detail = 'This way the order would cost €19.99 instead of €15.99.';
    server.use(
      http.post(`${V1}/orders/:id/payments`, () =>
        HttpResponse.json({ code: 'billing.discount-lapsed', detail }, { status: 409 }),
      ),
    );
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /^Pay with PayPal instead/ }));
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Order without the code' })).toHaveAttribute(
      'href',
      `/credits/${anOrder().bundle_id}`,
    );
  });

  it('[spec 4.5] that is too old to be paid leads to the bundles', async () => {
    withOrder(anOrder({ state: 'cancelled', can_retry: false }));
    await open();
    expect(screen.getByRole('link', { name: 'Choose a bundle' })).toHaveAttribute('href', '/credits');
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull();
  });

  it('[spec 9.7] gives unspent credits back in two steps, for the amount that was shown', async () => {
    const offer = { credits: 80, amount: { minor: 1332, currency: 'EUR' }, until: '2026-12-04T12:00:00Z' };
    withOrder(anOrder({ state: 'completed', refund_offer: offer }));
    const bodies: unknown[] = [];
    server.use(
      http.post(`${V1}/orders/:id/withdrawal`, async ({ request }) => {
        bodies.push(await request.json());
        const detail = 'Your unspent credits have changed meanwhile.';
        if (bodies.length === 1) return HttpResponse.json({ code: 'billing.refund-changed', detail }, { status: 409 });
        return HttpResponse.json(aRefund(), { status: 201 });
      }),
    );
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Refund unused credits' }));
    expect(bodies).toEqual([]);
    expect(screen.getByText('Refund 80 credits and get €13.32 back?').parentElement).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Get €13.32 back' }));
    expect(await screen.findByText('Your unspent credits have changed meanwhile.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Get €13.32 back' }));
    expect(await screen.findByText('Your refund is on its way.')).toBeVisible();
    expect(bodies).toEqual([{ amount_minor: 1332 }, { amount_minor: 1332 }]);
  });

  it.each([
    ['processing', 'On its way to you'],
    ['refunded', 'Refunded on 22 November 2026'],
    ['failed', 'The refund failed; your credits are back'],
  ] as const)('[spec 2.27] says where a refund is: %s', async (state, words) => {
    withOrder(anOrder({ state: 'completed', refunds: [aRefund({ state, settled_at: '2026-11-22T12:00:00Z' })] }));
    await open();
    expect(screen.getByText(words)).toBeVisible();
  });

  it.each([
    ['2020-01-15T12:00:00Z', /^The refund period for this order ended on 15 January 2020/],
    ['2999-01-15T12:00:00Z', 'This order has no unused credits to refund.'],
  ])('[spec 9.7] says why nothing of it can be given back: until %s', async (refund_until, words) => {
    withOrder(anOrder({ state: 'completed', refund_until, refund_offer: null }));
    await open();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Refund unused credits' })).toBeNull();
  });

  it('[spec 2.27] has its invoice, and the credit note of what went back', async () => {
    const refund = aRefund({ state: 'refunded', credit_note: 'C2026-000002' });
    withOrder(anOrder({ state: 'completed', invoice: 'H2026-000001', refunds: [refund] }));
    await open();
    expect(screen.getByRole('link', { name: 'Invoice H2026-000001 (PDF)' })).toHaveAttribute(
      'href',
      `/api/v1/orders/${anOrder().id}/invoice.pdf`,
    );
    expect(screen.getByRole('link', { name: 'Credit note C2026-000002 (PDF)' })).toHaveAttribute('download');
  });

  it('[spec 2.27] of somebody else is not there', async () => {
    withOrder(anOrder());
    server.use(
      http.get(`${V1}/orders/:id`, () => HttpResponse.json({ code: 'billing.order-not-found' }, { status: 404 })),
    );
    await open();
    expect(title()).toHaveTextContent('This page could not be found');
  });
});

describe('the list of orders', () => {
  it('[spec 2.27] shows what was bought, what it cost and what became of it', async () => {
    const orders = [
      anOrder({ state: 'completed' }),
      anOrder({ id: '0b8f2f2a-0000-4000-a200-000000000002', state: 'failed' }),
    ];
    server.use(http.get(`${V1}/orders`, () => HttpResponse.json({ orders, total: 2, page: 1, pages: 1 })));
    await renderApp('/transactions', { user: aUser() });
    expect(screen.getByRole('link', { name: '120 credits 20 November 2026 €19.99 Paid' })).toHaveAttribute(
      'href',
      ADDRESS,
    );
    expect(screen.getByRole('link', { name: /Failed/ })).toBeVisible();
  });

  it('[spec 2.27] leads on where nothing was bought', async () => {
    server.use(http.get(`${V1}/orders`, () => HttpResponse.json({ orders: [], total: 0, page: 1, pages: 1 })));
    await renderApp('/transactions', { user: aUser() });
    expect(screen.getByRole('link', { name: 'See bundles' })).toHaveAttribute('href', '/credits');
  });
});

function aRefund(changes: Partial<Schemas['RefundOut']> = {}): Schemas['RefundOut'] {
  return {
    id: '0b8f2f2a-0000-4000-a300-000000000001',
    amount: { minor: 1332, currency: 'EUR' },
    credits: 80,
    reason: 'withdrawal',
    credit_note: null,
    state: 'processing',
    created_at: '2026-11-20T12:00:00Z',
    settled_at: null,
    ...changes,
  };
}
