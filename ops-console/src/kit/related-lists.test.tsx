import { render, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { App } from '@/app';
import { forgetSession } from '@/providers/session';
import { english } from '@/testing/english';
import { server } from '@/testing/server';

const MEMBER = { id: 'm1', name: 'Ruth', status: 'active', source_network: 'lantern', open_logins: 2 };

/** The page of a member, for somebody with these permissions. */
function open(...permissions: readonly string[]) {
  forgetSession();
  server.use(
    http.get('*/ops/api/session', () =>
      HttpResponse.json({
        staff: { id: '1', name: 'Linden', email: 'linden@staff.example', roles: ['support'] },
        permissions: ['accounts.members.read', ...permissions],
        recovery_codes_left: 10,
      }),
    ),
    http.get('*/ops/api/accounts.members/m1', () => HttpResponse.json(MEMBER)),
    http.get('*/ops/api/billing.balances', () =>
      HttpResponse.json({ data: [{ id: 'm1', owner_id: 'm1', balance: 70 }], total: 1 }),
    ),
    http.get('*/ops/api/:resource', () => HttpResponse.json({ data: [], total: 0 })),
  );
  render(
    <MemoryRouter initialEntries={['/accounts.members/m1/show']}>
      <App i18nProvider={english} />
    </MemoryRouter>,
  );
}

test('[spec 10.4] what there is little of stands with the facts: the balance, and which mails do not go out', async () => {
  open('billing.ledger.read', 'notifications.mails.read');
  const balances = await screen.findByRole('region', { name: 'Balances' });
  expect(await within(balances).findByText('70')).toBeVisible();
  expect(screen.getByText('lantern')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Disabled emails' })).toBeVisible();
  expect(screen.queryByText(/Rows per page/)).not.toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: 'Balances' })).not.toBeInTheDocument();
  expect(screen.getByRole('tab', { name: 'Ledger' })).toBeVisible();
});

test('and only for those whose work it is', async () => {
  open('profiles.profiles.read');
  expect(await screen.findByText('lantern')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Balances' })).not.toBeInTheDocument();
});
