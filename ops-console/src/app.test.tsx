import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { english } from '@/testing/english';
import { server } from '@/testing/server';
import { App } from './app';

const PROBLEM = { headers: { 'Content-Type': 'application/problem+json' } };
const SIGNED_OUT = { status: 403, code: 'login-required', title: '', detail: '', authentication_required: true };
const SESSION = {
  staff: { id: '1', name: 'Linden', email: 'linden@staff.example', roles: ['moderator'] },
  permissions: ['accounts.members.read', 'sites.sites.read'],
  recovery_codes_left: 7,
};

test('[spec 10.4] a person signs in with password and code, and sees only the sections of their roles', async () => {
  const tries: unknown[] = [];
  server.use(
    http.get('*/ops/api/session', () => HttpResponse.json(SIGNED_OUT, { status: 403, ...PROBLEM })),
    http.post('*/ops/api/session', async ({ request }) => {
      tries.push(await request.json());
      if (tries.length > 1) return HttpResponse.json(SESSION);
      const refusal = { status: 422, code: 'moderation.login-failed', title: '', detail: 'That did not work.' };
      return HttpResponse.json(refusal, { status: 422, ...PROBLEM });
    }),
    http.get('*/ops/api/:resource', () => HttpResponse.json({ data: [], total: 0 })),
  );
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <App i18nProvider={english} />
    </MemoryRouter>,
  );
  await user.type(await screen.findByLabelText(/Email/), 'linden@staff.example');
  await user.type(screen.getByLabelText(/Password/), 'lamps lit along the quay');
  await user.type(screen.getByLabelText(/Code/), '000000');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('That did not work.')).toBeVisible();
  await user.clear(screen.getByLabelText(/Code/));
  await user.type(screen.getByLabelText(/Code/), 'abcde-23456');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findAllByText('You used a recovery code. You have 7 left.')).toHaveLength(1);
  expect(await screen.findByRole('link', { name: 'Members' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sites' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Staff' })).not.toBeInTheDocument();
  expect(await screen.findByText('Linden')).toBeVisible();
  const given = { email: 'linden@staff.example', password: 'lamps lit along the quay', code: 'abcde-23456' };
  expect(tries[1]).toEqual(given);
});
