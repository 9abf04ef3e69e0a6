import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { aUser } from '@/testing/factories';
import { aBundle, aDiscount, anOrder, aQuote, aShop, theMethods } from '@/testing/money-factory';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const PAY = `/credits/${aBundle().id}`;
const DISCOUNTED = aQuote({
  discount: { minor: 500, currency: 'EUR' },
  total: { minor: 1499, currency: 'EUR' },
  code: 'TIMEBONUS25',
  why: 'You are new here.',
});

/** A server that sells; `codes` are the ones it knows, `refusal` is what it says to an order. */
function withShop({
  shop = aShop(),
  methods = theMethods(),
  refusal,
}: {
  shop?: Schemas['ShopOut'];
  methods?: Schemas['MethodsOut'];
  refusal?: { status: number; code: string; detail: string };
} = {}) {
  const orders: { body: unknown; key: string | null }[] = [];
  server.use(
    http.get(`${V1}/shop`, () => HttpResponse.json(shop)),
    http.get(`${V1}/shop/methods`, () => HttpResponse.json(methods)),
    http.post(`${V1}/shop/quote`, async ({ request }) => {
      const { code } = (await request.json()) as { code?: string };
      if (code === 'TIMEBONUS25') return HttpResponse.json(DISCOUNTED);
      if (!code) return HttpResponse.json(aQuote());
      const detail = code === 'OLD' ? 'You’ve already used this code.' : 'Code invalid. Check what you typed.';
      return HttpResponse.json({ code: 'billing.discount-not-found', detail }, { status: 404 });
    }),
    http.post(`${V1}/orders`, async ({ request }) => {
      orders.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') });
      if (refusal) return HttpResponse.json(refusal, { status: refusal.status });
      return HttpResponse.json(anOrder({ checkout_url: `${window.location.origin}/#provider` }), { status: 201 });
    }),
    http.get(`${V1}/me`, () => HttpResponse.json(aUser())),
    http.get(`${V1}/orders/*`, () => HttpResponse.json(anOrder())),
    http.post(`${V1}/orders/*/sync`, () => HttpResponse.json(anOrder())),
  );
  return orders;
}

const member = { user: aUser() };
const payButton = () => screen.getByRole('button', { name: /^Pay €/ });
const startNow = () => screen.getByRole('checkbox', { name: /^Start immediately: I ask for my credits now/ });

beforeEach(() => {
  window.location.hash = '';
});

describe('buying credits', () => {
  it('[spec 2.19] shows every bundle in messages and money, and chooses none', async () => {
    withShop();
    const { user, router } = await renderApp('/premium', member);
    expect(screen.getByRole('radio', { name: '24 messages €0.84 per message · 120 credits €19.99' })).not.toBeChecked();
    expect(screen.getByRole('button', { name: 'Choose a payment method' })).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: /^24 messages/ }));
    await user.click(screen.getByRole('link', { name: 'Choose a payment method' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(PAY));
  });

  it('[spec 4.16] shows the price with the discount beside the one without, and takes its code along', async () => {
    const discounted = aBundle({ discounted: { minor: 1499, currency: 'EUR' } });
    withShop({ shop: aShop({ bundles: [discounted], discount: aDiscount() }) });
    server.use(http.get(`${V1}/discount-code`, () => HttpResponse.json({ code: 'none' }, { status: 404 })));
    const { user } = await renderApp('/premium', member);
    await user.click(screen.getByRole('radio', { name: /was €19.99 €14.99/ }));
    await user.click(screen.getByRole('link', { name: 'Choose a payment method' }));
    expect(await screen.findByText('Code TIMEBONUS25 applied.')).toBeVisible();
    expect(payButton()).toHaveAccessibleName('Pay €14.99');
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(payButton()).toHaveAccessibleName('Pay €19.99'));
  });

  it('[spec 2.35] asks for the way and for the bank before it pays', async () => {
    const orders = withShop();
    const { user } = await renderApp(PAY, member);
    await screen.findByRole('radio', { name: 'iDEAL' });
    await user.click(payButton());
    expect(screen.getByText('Choose a payment method.')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'iDEAL' }));
    await user.click(payButton());
    expect(screen.getByText('Choose your bank.')).toBeVisible();
    expect(orders).toEqual([]);
    await user.click(screen.getByRole('radio', { name: 'Rabobank' }));
    await user.click(screen.getByRole('button', { name: 'Pay €19.99 with Rabobank' }));
    expect(screen.getByText(/^Tick the box to get your credits now/)).toBeVisible();
    expect(startNow()).toHaveFocus();
    expect(orders).toEqual([]);
    await user.click(startNow());
    await user.click(screen.getByRole('button', { name: 'Pay €19.99 with Rabobank' }));
    await waitFor(() => expect(window.location.hash).toBe('#provider'));
    expect(orders[0]?.body).toEqual({
      bundle_id: aBundle().id,
      method: 'ideal',
      issuer: 'ideal_RABONL2U',
      total_minor: 1999,
      start_now: true,
    });
  });

  it('[spec 2.12] opens with the way that the address names', async () => {
    withShop();
    await renderApp(`${PAY}/paypal`, member);
    expect(await screen.findByRole('radio', { name: 'PayPal' })).toBeChecked();
    expect(payButton()).toHaveAccessibleName('Pay €19.99 with PayPal');
  });

  it('[spec 2.35] pays with a saved way, and saves one only when asked to', async () => {
    const saved = { id: '0b8f2f2a-0000-4000-b000-000000000001', method: 'creditcard', label: 'Visa 4242' };
    const orders = withShop({ methods: theMethods({ saved: [saved] }) });
    const { user } = await renderApp(PAY, member);
    await user.click(await screen.findByRole('radio', { name: /^PayPal/ }));
    expect(screen.getByRole('checkbox', { name: /Save this for next time/ })).not.toBeChecked();
    await user.click(screen.getByRole('radio', { name: /^Visa 4242/ }));
    await user.click(startNow());
    await user.click(payButton());
    await waitFor(() => expect(orders).toHaveLength(1));
    expect(orders[0]?.body).toEqual({
      bundle_id: aBundle().id,
      method: 'creditcard',
      mandate_id: saved.id,
      total_minor: 1999,
      start_now: true,
    });
  });

  it.each([
    ['nope', 'Code invalid. Check what you typed.'],
    ['OLD', 'You’ve already used this code.'],
  ])('[spec 5.5, 8.4] says why the code %s is refused, and keeps the price', async (code, sentence) => {
    withShop();
    const { user } = await renderApp(PAY, member);
    await user.type(screen.getByLabelText('Discount code'), code);
    await user.click(screen.getByRole('button', { name: 'Apply code' }));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByLabelText('Discount code')).toHaveValue(code);
    expect(payButton()).toHaveAccessibleName('Pay €19.99');
  });

  it('[spec 5.5] lets nobody pay while the price is about to change', async () => {
    const orders = withShop();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { user } = await renderApp(`${PAY}/paypal`, member);
    server.use(
      http.post(`${V1}/shop/quote`, async () => {
        await answered;
        return HttpResponse.json(DISCOUNTED);
      }),
    );
    await user.click(startNow());
    await user.type(screen.getByLabelText('Discount code'), 'TIMEBONUS25');
    await user.click(screen.getByRole('button', { name: 'Apply code' }));
    await user.click(payButton());
    expect(orders).toEqual([]);
    answer();
    await waitFor(() => expect(payButton()).toHaveAccessibleName('Pay €14.99 with PayPal'));
    await user.click(payButton());
    await waitFor(() => expect(orders[0]?.body).toMatchObject({ code: 'TIMEBONUS25' }));
  });

  it('[spec 8.5] says that nothing was paid, and a new press is a new wish', async () => {
    const refusal = { status: 422, code: 'billing.payment-refused', detail: 'Payment failed or has been cancelled.' };
    const orders = withShop({ refusal });
    const { user } = await renderApp(`${PAY}/paypal`, member);
    await waitFor(() => expect(payButton()).toHaveAccessibleName('Pay €19.99 with PayPal'));
    await user.click(startNow());
    await user.click(payButton());
    expect(await screen.findByText('Your payment didn’t go through.')).toBeVisible();
    expect(screen.getByText('Payment failed or has been cancelled.')).toBeVisible();
    await user.click(payButton());
    await waitFor(() => expect(orders).toHaveLength(2));
    expect(orders[0]?.key).not.toBe(orders[1]?.key);
  });

  it('[spec 2.12] shows the new price when it has changed, and pays that', async () => {
    const detail = 'The price has changed, so you haven’t been charged. Check the new amount.';
    const orders = withShop({ refusal: { status: 409, code: 'billing.price-changed', detail } });
    const { user } = await renderApp(`${PAY}/paypal`, member);
    await waitFor(() => expect(payButton()).toHaveAccessibleName('Pay €19.99 with PayPal'));
    await user.click(startNow());
    const total = { minor: 2499, currency: 'EUR' };
    server.use(http.post(`${V1}/shop/quote`, () => HttpResponse.json(aQuote({ gross: total, total }))));
    await user.click(payButton());
    expect(await screen.findByText(detail)).toBeVisible();
    await waitFor(() => expect(payButton()).toHaveAccessibleName('Pay €24.99 with PayPal'));
    await user.click(payButton());
    await waitFor(() => expect(orders[1]?.body).toMatchObject({ total_minor: 2499 }));
  });

  it('leads to the form of the direct debit where that is offered', async () => {
    withShop();
    const { user } = await renderApp(PAY, member);
    await user.click(await screen.findByRole('radio', { name: /^Direct debit/ }));
    expect(screen.getByRole('link', { name: 'Continue to direct debit' })).toHaveAttribute(
      'href',
      `/directdebit?bundle=${aBundle().id}`,
    );
  });

  it('[spec 2.13] says what a direct debit is and lets a member choose a bundle for it', async () => {
    withShop();
    const { user } = await renderApp('/directdebit', member);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Pay by direct debit');
    expect(screen.getByText(/Next, you’ll see the mandate and authorise it/)).toBeVisible();
    await user.click((await screen.findAllByRole('radio'))[0] as HTMLElement);
    expect(await screen.findByRole('link', { name: 'Continue to direct debit' })).toHaveAttribute(
      'href',
      `/directdebit?bundle=${aShop().bundles[0]?.id}`,
    );
  });

  it('[spec 2.13] says by direct debit that the bundle is sold no more, and offers the others for it', async () => {
    withShop();
    const { user, router } = await renderApp('/directdebit?bundle=nothing', member);
    expect(router.state.location.pathname).toBe('/directdebit');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('We no longer sell this bundle');
    await user.click((await screen.findAllByRole('radio'))[0] as HTMLElement);
    expect(await screen.findByRole('link', { name: 'Continue to direct debit' })).toHaveAttribute(
      'href',
      `/directdebit?bundle=${aShop().bundles[0]?.id}`,
    );
  });

  it('[spec 2.13, 5.5] says by direct debit why a code is refused', async () => {
    withShop();
    await renderApp(`/directdebit?bundle=${aBundle().id}&code=OLD`, member);
    expect(await screen.findByText(/You’ve already used this code/)).toBeVisible();
  });

  it('[spec 2.12] asks for no price of what is no bundle', async () => {
    const asked: string[] = [];
    withShop();
    server.use(
      http.post(`${V1}/shop/quote`, () => {
        asked.push('quote');
        return HttpResponse.json({ code: 'invalid' }, { status: 422 });
      }),
    );
    await renderApp('/credits/1', member);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('We no longer sell this bundle');
    expect(asked).toEqual([]);
  });

  it('[spec 2.12] says that a bundle is sold no more, and offers the others', async () => {
    withShop();
    const { user } = await renderApp('/credits/nothing', member);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('We no longer sell this bundle');
    await user.click((await screen.findAllByRole('radio'))[0] as HTMLElement);
    await user.click(await screen.findByRole('link', { name: 'Choose a payment method' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'How would you like to pay?' })).toBeVisible();
  });

  it('[spec 2.12] says so, too, of a bundle that was sold when the shop was asked for', async () => {
    withShop();
    const { router } = await renderApp('/credits', member);
    withShop({ shop: aShop({ bundles: aShop().bundles.slice(1) }) });
    server.use(
      http.post(`${V1}/shop/quote`, () => HttpResponse.json({ code: 'billing.bundle-not-found' }, { status: 404 })),
    );
    await act(() => router.navigate(`/credits/${aShop().bundles[0]?.id}`));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('We no longer sell this bundle');
    await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(aShop().bundles.length - 1));
  });

  it('[spec 2.12] repeats the last order at today’s price, and says so to the server', async () => {
    const orders = withShop({ shop: aShop({ can_repeat: aBundle().id }) });
    const { user } = await renderApp('/credits/repeat-order', member);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Same as last time?');
    await user.click(await screen.findByRole('radio', { name: 'PayPal' }));
    await user.click(startNow());
    await user.click(payButton());
    await waitFor(() => expect(orders[0]?.body).toMatchObject({ bundle_id: aBundle().id, repeat: true }));
  });

  it('[spec 2.12] leads on where there is no order to repeat', async () => {
    withShop();
    await renderApp('/credits/repeat-order', member);
    expect(screen.getByRole('link', { name: 'Choose a bundle' })).toHaveAttribute('href', '/credits');
  });

  it('[spec 2.12] says what failed when the provider is away, and tries again', async () => {
    withShop();
    let isAway = true;
    server.use(
      http.get(`${V1}/shop/methods`, () =>
        isAway
          ? HttpResponse.json(
              { code: 'billing.provider-away', detail: 'Our payment provider is away.' },
              { status: 500 },
            )
          : HttpResponse.json(theMethods()),
      ),
    );
    const { user } = await renderApp(PAY, member);
    expect(await screen.findByText('Our payment provider is away.')).toBeVisible();
    expect(payButton()).toBeDisabled();
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('radio', { name: 'PayPal' })).toBeVisible();
  });
});
