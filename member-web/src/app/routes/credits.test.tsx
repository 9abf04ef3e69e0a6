import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { aCard, aUser } from '@/testing/factories';
import { aBundle, aShop } from '@/testing/money-factory';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const CONVERSATION = '0b8f2f2a-0000-4000-9100-000000000001';
const euros = (minor: number) => ({ minor, currency: 'EUR' });

const wallet: Schemas['CreditsOut'] = {
  balance: 118,
  lots: [
    { kind: 'purchased', remaining: 115, granted_at: '2026-11-20T12:00:00Z' },
    { kind: 'bonus', remaining: 3, granted_at: '2026-11-20T11:00:00Z' },
  ],
  spent_month: { credits: 5, money: euros(58) },
  entries: [
    { at: '2026-11-20T12:10:00Z', kind: 'message', credits: -5, balance_after: 118, conversation_id: CONVERSATION },
    { at: '2026-11-20T12:00:00Z', kind: 'purchase', credits: 120, balance_after: 123, conversation_id: null },
  ],
};

/** A server with a wallet, a conversation with Piet, and a saved card. */
function withWallet() {
  const forgotten: string[] = [];
  const saved = [{ id: '0b8f2f2a-0000-4000-b000-000000000001', method: 'creditcard', label: 'Visa 4242' }];
  const head = { id: CONVERSATION, profile: aCard({ name: 'Piet' }), spent: { credits: 35, money: euros(406) } };
  server.use(
    http.get(`${V1}/shop`, () => HttpResponse.json(aShop({ can_repeat: aBundle().id }))),
    http.get(`${V1}/credits`, () => HttpResponse.json(wallet)),
    http.get(`${V1}/conversations/${CONVERSATION}`, () => HttpResponse.json(head)),
    http.get(`${V1}/saved-methods`, () => HttpResponse.json(saved)),
    http.delete(`${V1}/saved-methods/:id`, ({ params }) => {
      forgotten.push(String(params.id));
      saved.pop();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return forgotten;
}

const premium = { user: aUser({ paid_user: true, credits: 118 }) };

describe('the wallet', () => {
  it('[spec 2.12] says what is there, what the month cost, and what each conversation cost, in money', async () => {
    withWallet();
    await renderApp('/credits', premium);
    const area = within(screen.getByRole('region', { name: 'Your credits' }));
    expect(area.getByText('118 credits')).toBeVisible();
    expect(area.getByText(/You bought 115 of them\. 3 are free and are used first\./)).toBeVisible();
    expect(area.getByText('5 credits · €0.58')).toBeVisible();
    expect(await area.findByRole('link', { name: 'Piet' })).toHaveAttribute('href', `/chats/${CONVERSATION}`);
    expect(area.getByText('35 credits · €4.06')).toBeVisible();
    expect(area.getByRole('row', { name: /Message · Piet −5 118/ })).toBeVisible();
    expect(area.getByRole('row', { name: /Purchase \+120 123/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Same as last time' })).toHaveAttribute('href', '/credits/repeat-order');
    expect(screen.getByRole('link', { name: 'Your payments' })).toHaveAttribute('href', '/transactions');
  });

  it('[spec 2.35] forgets a saved way to pay', async () => {
    const forgotten = withWallet();
    const { user } = await renderApp('/credits', premium);
    await user.click(await screen.findByRole('button', { name: 'Remove Visa 4242' }));
    await waitFor(() => expect(screen.queryByText('Visa 4242')).toBeNull());
    expect(forgotten).toHaveLength(1);
  });
});

describe('prices', () => {
  const country = (code: string, minor: number): Schemas['CountryPricesOut'] => ({
    country: code,
    currency: 'EUR',
    vat_percent: 21,
    bundles: [aBundle()],
    minimum_message_cost: euros(minor),
  });

  it('[spec 2.20, 9.7] show a visitor every country, their own first, with the least that a message costs', async () => {
    const prices: Schemas['PricesOut'] = {
      message_credits: 5,
      photo_credits: 5,
      gift_credits: 15,
      countries: [country('BE', 60), country('NL', 58)],
    };
    server.use(http.get(`${V1}/prices`, () => HttpResponse.json(prices)));
    const { user } = await renderApp('/pricing');
    const own = within(screen.getByRole('region', { name: 'Netherlands' }));
    expect(own.getByRole('row', { name: 'Message 5 credits · from €0.58' })).toBeVisible();
    expect(own.getByRole('row', { name: 'Small gift 15 credits · from €1.74' })).toBeVisible();
    expect(own.getByRole('row', { name: '120 credits €0.84 €19.99' })).toBeVisible();
    await user.click(screen.getByText('messages from €0.60'));
    expect(screen.getByRole('link', { name: 'Sign up free' })).toHaveAttribute('href', '/signup');
  });
});
