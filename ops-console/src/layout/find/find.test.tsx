import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { App } from '@/app';
import { authProvider } from '@/providers/auth-provider';
import { english } from '@/testing/english';
import { server } from '@/testing/server';

const ID = '3f0c8a52-6a56-4a35-9f0a-1a6f3b2a7c11';
const RUTH = { id: ID, name: 'Ruth', email: 'r•••••', status: 'active', site_id: 'site' };
const CODES = ['1', '2', '3', '4'].map((id) => ({ id, code: `LAMP-${id}` }));
const NOTHING = { data: [], total: 0, has_more: false };
const MODERATES = ['accounts.members.read', 'moderation.complaints.read', 'moderation.complaints.answer'];
const SELLS = ['billing.discounts.read', 'billing.discounts.change', 'billing.orders.read'];

/** Open the console for somebody; returns what the lists are asked, in the order of asking. */
async function open(
  permissions: readonly string[],
  answers: Record<string, () => Response> = {},
  path = '/sites.sites',
) {
  const asked: string[] = [];
  const staff = { id: '1', name: 'Linden', email: 'linden@staff.example', roles: ['moderator'] };
  server.use(
    http.post('*/ops/api/session', () =>
      HttpResponse.json({ staff, permissions: ['sites.sites.read', ...permissions] }),
    ),
    http.get('*/ops/api/:resource', ({ request, params }) => {
      const { search } = new URL(request.url);
      const { resource } = params as { resource: string };
      asked.push(`${resource}${search}`);
      return answers[resource]?.() ?? HttpResponse.json(NOTHING);
    }),
    http.get('*/ops/api/:resource/:id', () => HttpResponse.json(RUTH)),
    http.get('*/ops/api/:resource/:id/views/:name', () => new HttpResponse(null, { status: 404 })),
  );
  await authProvider.login({});
  render(
    <MemoryRouter initialEntries={[path]}>
      <App i18nProvider={english} />
      <Place />
    </MemoryRouter>,
  );
  await screen.findByRole('button', { name: 'Search and commands' });
  return { user: userEvent.setup(), asked };
}

function Place() {
  const { pathname, search } = useLocation();
  return <output data-testid="place">{decodeURIComponent(pathname + search)}</output>;
}

const place = () => screen.getByTestId('place').textContent;

/** Press Ctrl K and type. */
async function find(user: ReturnType<typeof userEvent.setup>, words: string) {
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search and commands' }), words);
  return screen.getByRole('dialog', { name: 'Search and commands' });
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('[spec 10.4] a member is found by their address and opened by Enter; no list is asked that is not theirs', async () => {
  const { user, asked } = await open(MODERATES, {
    'accounts.members': () => HttpResponse.json({ ...NOTHING, data: [RUTH], total: 1 }),
  });
  await find(user, 'ruth@example.org');
  await screen.findByRole('option', { name: /^Ruth/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(place()).toBe(`/accounts.members/${ID}/show`));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(asked.filter((one) => one.includes('ruth'))).toEqual([
    'accounts.members?page=1&per_page=4&email=ruth%40example.org',
  ]);
});

test('[spec 10.4] a whole id is asked of each list that is theirs, and of no other', async () => {
  const { user, asked } = await open(MODERATES);
  const dialog = await find(user, ID);
  expect(await within(dialog).findByText('No results.')).toBeVisible();
  const lists = asked.filter((one) => one.endsWith(`ids=${ID}`)).map((one) => one.split('?')[0]);
  expect(new Set(lists)).toEqual(new Set(['accounts.members', 'moderation.complaints', 'sites.sites']));
});

test('[spec 10.4] a complaint is opened at the desk where it is answered', async () => {
  const complaint = { id: ID, number: 'K7MP-4XQ2' };
  const { user } = await open(MODERATES, {
    'moderation.complaints': () => HttpResponse.json({ ...NOTHING, data: [complaint], total: 1 }),
  });
  await find(user, 'k7mp-4xq2');
  await user.click(await screen.findByRole('option', { name: /^K7MP-4XQ2/ }));
  await waitFor(() => expect(place()).toBe(`/complaints/${ID}`));
});

test('[spec 10.4] where more is found than is shown, the whole list is offered, searched by the same', async () => {
  const { user } = await open(SELLS, {
    'billing.discounts': () => HttpResponse.json({ data: CODES, total: 12, has_more: false }),
  });
  await find(user, 'lamp');
  await user.click(await screen.findByRole('option', { name: /^All 12/ }));
  await waitFor(() => expect(place()).toContain('/billing.discounts?filter={"code":"lamp"}'));
});

test('[spec 10.4] desks, lists and what may be begun are found by their words, as far as the roles go', async () => {
  const { user } = await open([...SELLS, 'moderation.complaints.read']);
  await user.click(screen.getByRole('button', { name: 'Search and commands' }));
  const field = await screen.findByRole('combobox', { name: 'Search and commands' });
  expect(options()).toEqual([
    'Complaints desk',
    'Create codeDiscount codes',
    'Sites',
    'Orders',
    'Country evidence',
    'Discount codes',
    'Code redemptions',
    'Revenue by code',
    'Complaints',
  ]);
  await user.type(field, 'code create');
  expect(options()).toEqual(['Create codeDiscount codes']);
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Create code' })).toBeVisible();
  await waitFor(() => expect(place()).toBe('/billing.discounts'));
});

test('[spec 10.4] a complaint is opened from anywhere by staff who may open one', async () => {
  const { user } = await open(MODERATES);
  await find(user, 'new complaint');
  expect(options()).toEqual(['New complaintComplaints desk']);
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'New complaint' })).toBeVisible();
});

test('[spec 10.4] what the desk behind it has a key for is offered, while it can be pressed', async () => {
  const complaint = { id: ID, number: 'K7MP-4XQ2', state: 'open', topic: 'other', due_at: null };
  const answers = { 'moderation.complaints': () => HttpResponse.json({ ...NOTHING, data: [complaint], total: 1 }) };
  const { user } = await open(MODERATES, answers, '/complaints');
  const next = await screen.findByRole('button', { name: 'Next' });
  await waitFor(() => expect(next).toBeEnabled());
  await find(user, 'next');
  expect(options()).toEqual(['NextJ']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(place()).toBe(`/complaints/${ID}`));
});

test('[spec 10.4] a list that does not answer is named, and what others found stands', async () => {
  const { user } = await open([...SELLS, 'moderation.complaints.read'], {
    'billing.orders': () => HttpResponse.json({}, { status: 403 }),
    'moderation.complaints': () => HttpResponse.json({ ...NOTHING, data: [{ id: ID, number: '2026-0001' }], total: 1 }),
  });
  const dialog = await find(user, '2026-0001');
  expect(await within(dialog).findByText('We couldn’t search Orders.')).toBeVisible();
  expect(options()).toEqual(['2026-0001Complaints']);
});

test('[spec 10.4] Escape closes it, and the focus is where it was', async () => {
  const { user } = await open(MODERATES);
  const button = screen.getByRole('button', { name: 'Search and commands' });
  await user.click(button);
  await screen.findByRole('combobox', { name: 'Search and commands' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
});
