import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/testing/render-app';
import { aUser } from '@/testing/factories';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const USED_UP = 'Too many password reset emails sent, please try again tomorrow';

async function choose(isMember: boolean) {
  server.use(
    http.post(`${V1}/password-reset/confirm`, () => new HttpResponse(null, { status: 204 })),
    http.get(`${V1}/me`, () => HttpResponse.json(isMember ? aUser() : null)),
  );
  const { user } = await renderApp('/reset-password/do?token=abc', { user: null });
  await user.type(screen.getByLabelText('New password'), 'a long walk by the sea');
  await user.type(screen.getByLabelText('Repeat new password'), 'a long walk by the sea');
  await user.click(screen.getByRole('button', { name: 'Save new password' }));
  await screen.findByRole('heading', { name: 'Your password has been changed' });
}

describe('a new password', () => {
  it('[spec 8.6] says in the words of the server that there were too many requests', async () => {
    const body = { code: 'accounts.too-many-resets', detail: USED_UP };
    server.use(http.post(`${V1}/password-reset`, () => HttpResponse.json(body, { status: 429 })));
    const { user } = await renderApp('/reset-password', { user: null });
    await user.type(screen.getByLabelText('Email address'), 'ruth@example.org');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(USED_UP));
  });

  it('[spec 2.22] by the mailed link lets its member in', async () => {
    await choose(true);
    expect(screen.getByText(/You’re still logged in here/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse members' })).toHaveAttribute('href', '/members');
    expect(document.body).not.toHaveClass('logged-out');
  });

  it('leads to the login who left and has to come back first', async () => {
    await choose(false);
    expect(screen.getByText(/Log in with your new password/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the login page' })).toHaveAttribute('href', '/login');
  });
});
