import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { App } from '@/app';
import { english } from '@/testing/english';
import { server } from '@/testing/server';

const euros = (minor: number) => ({ minor, currency: 'EUR' });
const STANDING = {
  order_id: 'o',
  ordered_at: '2026-11-01T10:00:00Z',
  member: { id: 'm', name: 'Ruth', language: 'en' },
  credits: 100,
  used: 0,
  unspent: 0,
  held: 100,
  returned: 0,
  paid: euros(9000),
  price_per_credit: euros(90),
  used_worth: euros(0),
  worth: euros(0),
  left: euros(0),
  refunded: euros(9000),
  charged_back: euros(0),
  approval_limit: euros(5000),
  until: '2099-12-01T10:00:00Z',
  is_in_time: true,
  method: 'paypal',
  provider: 'mollie',
  provider_ref: 'tr_1',
  payment_state: 'paid',
  provider_asked_at: null,
};
const REFUSED = {
  'credits-used': ['The credits were used.'],
  'too-late': ['The days for it are over.'],
  'paid-back-already': ['It was paid back.'],
  'details-missing': ['We do not know where to.'],
  other: [],
};
const CASE = {
  id: 'r',
  state: 'requested',
  ground: 'support',
  amount: euros(9000),
  credits: 100,
  note: '',
  needs_approval: true,
  asked_by: 'colleague',
  decided_by: null,
  can_approve: true,
  is_taken_back: false,
  can_send_again: false,
  created_at: '2026-11-20T10:00:00Z',
  submitted_at: null,
  settled_at: null,
  decide_until: '2099-01-01T00:00:00Z',
  refused_for: null,
  provider_ref: null,
  credit_note: null,
  standing: STANDING,
  reads: { language: 'en', going: ['Your money is on its way.'], refused: REFUSED, said: null },
};

/** Open the desk with a refund; returns what was decided. */
function openDesk(over: object = {}) {
  const refund = { ...CASE, ...over };
  const decided: string[] = [];
  const api = '*/ops/api/billing.refunds';
  const permissions = ['billing.refunds.read', 'billing.refunds.decide', 'accounts.members.read'];
  server.use(
    http.get('*/ops/api/session', () =>
      HttpResponse.json({ staff: { id: '1', name: 'Linden', email: 'l@staff.example', roles: [] }, permissions }),
    ),
    http.get(`${api}/:id/views/case`, () => HttpResponse.json(refund)),
    http.post(`${api}/:id/actions/:action`, ({ params }) => {
      decided.push(String(params.action));
      return HttpResponse.json({ id: 'r' });
    }),
    http.get(`${api}/:id`, () => HttpResponse.json(refund)),
    http.get('*/ops/api/:resource', () => HttpResponse.json({ data: [], total: 0 })),
  );
  render(
    <MemoryRouter initialEntries={['/refunds/r']}>
      <App i18nProvider={english} />
    </MemoryRouter>,
  );
  return decided;
}

/** Open the desk with a refund to decide, about to refuse it; returns what was decided. */
async function refuse() {
  const decided = openDesk();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Refuse/ }));
  await user.keyboard('2');
  expect(await screen.findByText('The days for it are over.')).toBeVisible();
  return { user, decided };
}

test.each([
  ['ideal', 'iDEAL'],
  ['bank-of-tomorrow', 'bank-of-tomorrow'],
])('[spec 10.6] how an order was paid is called as people call it: %s', async (method, name) => {
  openDesk({ standing: { ...STANDING, method } });
  expect(await screen.findByText(/^Order of .* for €90\.00, paid by/)).toHaveTextContent(`paid by ${name}.`);
});

test('[spec 10.6] Enter on "Cancel" does not refuse, and on a link of the page follows it', async () => {
  const { user, decided } = await refuse();
  screen.getByRole('button', { name: 'Cancel' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Your money is on its way.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Refuse/ }));
  await user.keyboard('2');
  screen.getByRole('link', { name: 'Ruth' }).focus();
  await user.keyboard('{Enter}');
  expect(decided).toEqual([]);
});

test('[spec 10.6] a reason by its number and Enter refuse, also from the reason itself', async () => {
  const { user, decided } = await refuse();
  await user.click(screen.getByRole('radio', { name: 'The refund period has ended' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(decided).toEqual(['reject']));
});

test('[spec 10.6] a refund that arrived shows the number of its credit note', async () => {
  openDesk({ state: 'refunded', settled_at: '2026-11-21T10:00:00Z', credit_note: '2026-000012' });
  expect(await screen.findByText('Credit note')).toBeVisible();
  expect(screen.getByText('2026-000012')).toBeVisible();
});

test('[spec 10.6] a payment that was not taken, and whose refund did not arrive, is sent again', async () => {
  const standing = { ...STANDING, credits: 0, held: 0, until: null, is_in_time: false, left: euros(9000) };
  const decided = openDesk({ state: 'failed', ground: 'code-used', credits: 0, can_send_again: true, standing });
  expect(await screen.findByText(/no credits added\.$/)).toBeVisible();
  expect(screen.getByText('The refund failed')).toBeVisible();
  expect(screen.queryByText('Price per credit')).not.toBeInTheDocument();
  expect(screen.queryByText(/Right of withdrawal/)).not.toBeInTheDocument();
  await userEvent.setup().click(screen.getByRole('button', { name: /^Send again/ }));
  await waitFor(() => expect(decided).toEqual(['send-again']));
});
