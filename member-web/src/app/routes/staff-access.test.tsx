import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const PATH = '*/api/v1/staff-access';
const member = { user: aUser() };
const LOOKS: Schemas['AccessOut'][] = [
  { id: 'a', at: '2026-11-20T11:05:00Z', role: 'moderator', kind: 'own-report', number: 'R-7K2M' },
  { id: 'b', at: '2026-11-02T09:00:00Z', role: 'support', kind: 'email', number: null },
];

describe('the log of what staff looked at', () => {
  it('says when, in which role and what for [spec 10.6]', async () => {
    server.use(http.get(PATH, () => HttpResponse.json(LOOKS)));
    await renderApp('/notifications/staff-access', member);
    const [first, second] = await within(await screen.findByRole('main')).findAllByRole('listitem');
    expect(first).toHaveTextContent('Read messages that you reported, for report R-7K2M');
    expect(first).toHaveTextContent(/A moderator.*20 November 2026/);
    expect(second).toHaveTextContent(/Saw your e-mail address.*Customer service/);
  });

  it('says that nobody looked', async () => {
    server.use(http.get(PATH, () => HttpResponse.json([])));
    await renderApp('/notifications/staff-access', member);
    expect(await screen.findByRole('heading', { name: 'Nobody has looked' })).toBeVisible();
  });

  it('asks again where the list could not be brought', async () => {
    let fails = true;
    server.use(
      http.get(PATH, () =>
        fails ? HttpResponse.json({ code: 'not-found' }, { status: 404 }) : HttpResponse.json(LOOKS),
      ),
    );
    await renderApp('/notifications/staff-access', member);
    expect(await screen.findByRole('alert')).toHaveTextContent('We could not load this list.');
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByText(/Saw your e-mail address/)).toHaveLength(1);
  });
});
