import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { App } from '@/app';
import { forgetSession } from '@/providers/session';
import { english } from '@/testing/english';
import { server } from '@/testing/server';

const PROBLEM = { headers: { 'Content-Type': 'application/problem+json' } };
const CODES = ['abcde-fghjk', 'mnpqr-stuvw'];

/** A console in which somebody is signed in who has so many recovery codes; returns what is sent. */
function open(left: number, at = '/account') {
  const sent: [string, unknown][] = [];
  const account = { left };
  forgetSession();
  const note = async (request: Request) => {
    sent.push([new URL(request.url).pathname, await request.json()]);
  };
  server.use(
    http.get('*/ops/api/session', () =>
      HttpResponse.json({
        staff: { id: '1', name: 'Linden', email: 'linden@staff.example', roles: ['support'] },
        permissions: ['accounts.members.read'],
        recovery_codes_left: account.left,
      }),
    ),
    http.post('*/ops/api/session/password', async ({ request }) => {
      await note(request);
      if (sent.length > 1) return new HttpResponse(null, { status: 204 });
      const errors = [{ pointer: '/new_password', code: 'accounts.password-weak', detail: 'Others would guess it.' }];
      const refusal = { status: 422, code: 'accounts.password-weak', title: '', detail: 'Please look again.', errors };
      return HttpResponse.json(refusal, { status: 422, ...PROBLEM });
    }),
    http.post('*/ops/api/session/recovery-codes', async ({ request }) => {
      await note(request);
      account.left = 10;
      return HttpResponse.json({ recovery_codes: CODES });
    }),
    http.get('*/ops/api/:resource', () => HttpResponse.json({ data: [], total: 0 })),
  );
  render(
    <MemoryRouter initialEntries={[at]}>
      <App i18nProvider={english} />
    </MemoryRouter>,
  );
  return sent;
}

test('[spec 10.4] who changes their password shows the present one and a code, and reads why a new one is refused', async () => {
  const user = userEvent.setup();
  const sent = open(10);
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = await screen.findByRole('dialog');
  const fill = async (label: string, text: string) => {
    const field = screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' });
    await user.clear(field);
    await user.type(field, text);
  };
  const submit = () => user.click(screen.getByRole('button', { name: 'Change password' }));
  await fill('Current password', 'lamps lit along the quay');
  await fill('Code', '123456');
  await fill('New password \\*', 'password123456');
  await fill('Repeat new password', 'password12345');
  await submit();
  expect(await screen.findByText('The new passwords don’t match.')).toBeVisible();
  expect(sent).toEqual([]);
  await fill('Repeat new password', 'password123456');
  await submit();
  expect(await screen.findByText('Others would guess it.')).toBeVisible();
  await fill('New password \\*', 'three quiet harbours');
  await fill('Repeat new password', 'three quiet harbours');
  await submit();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(await screen.findByText(/Password changed/)).toBeVisible();
  expect(sent.at(-1)).toEqual([
    '/ops/api/session/password',
    { password: 'lamps lit along the quay', code: '123456', new_password: 'three quiet harbours' },
  ]);
});

test('whose recovery codes run out is told on every page, makes new ones and can copy them', async () => {
  const user = userEvent.setup();
  open(3, '/accounts.members');
  expect(await screen.findByText(/You have 3 recovery codes left/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Create new codes' }));
  await user.click(await screen.findByRole('button', { name: 'Create new codes' }));
  await user.type(await screen.findByLabelText(/^Current password/), 'lamps lit along the quay');
  await user.type(screen.getByLabelText(/^Code/), CODES[0] ?? '');
  await user.click(screen.getByRole('button', { name: 'Create new codes' }));
  expect(await screen.findByText(CODES[1] ?? '')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));
  expect(await screen.findByText('You have 10 recovery codes left.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Create new codes' })).not.toBeInTheDocument();
});

test('who has codes enough is not bothered', async () => {
  open(4, '/accounts.members');
  expect(await screen.findByRole('link', { name: 'Your account' })).toBeVisible();
  expect(screen.queryByText(/codes left/)).not.toBeInTheDocument();
});
