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
type Look = Schemas['AccessOut'];
const REPORTED: Look = { id: 'a', at: '2026-11-20T11:05:00Z', role: 'moderator', kind: 'own-report', number: 'R-7K2M' };
const ADDRESS: Look = { id: 'b', at: '2026-11-02T09:00:00Z', role: 'support', kind: 'email', number: null };
const COPY: Look = { id: 'c', at: '2026-10-30T08:00:00Z', role: null, kind: 'copy', number: null };
const LOOKS = [REPORTED, ADDRESS];
const listed = (accesses = LOOKS, page = 1, pages = 1, total = accesses.length) =>
  HttpResponse.json({ accesses, total, page, pages } satisfies Schemas['AccessesOut']);

describe('the log of what staff looked at', () => {
  it('says when, in which role and what for [spec 10.6]', async () => {
    server.use(http.get(PATH, () => listed()));
    await renderApp('/notifications/staff-access', member);
    const [first, second] = await within(await screen.findByRole('main')).findAllByRole('listitem');
    expect(first).toHaveTextContent('Read messages that you reported, for report R-7K2M');
    expect(first).toHaveTextContent(/A moderator.*20 November 2026/);
    expect(second).toHaveTextContent(
      /Saw your email address, date of birth and what you wrote to us when you signed up.*Customer service/,
    );
  });

  it('says that an operator made a copy of everything [spec 10.6]', async () => {
    server.use(http.get(PATH, () => listed([COPY])));
    await renderApp('/notifications/staff-access', member);
    const look = await within(await screen.findByRole('main')).findByRole('listitem');
    expect(look).toHaveTextContent('Manually made a copy of everything we know about you, including your messages');
    expect(look).toHaveTextContent(/A server administrator.*30 October 2026/);
  });

  it('says that nobody looked', async () => {
    server.use(http.get(PATH, () => listed([])));
    await renderApp('/notifications/staff-access', member);
    expect(await screen.findByRole('heading', { name: 'No access' })).toBeVisible();
  });

  it('shows older looks on demand', async () => {
    const looks = Array.from({ length: 50 }, (_, nth) => ({ ...ADDRESS, id: String(nth) }));
    server.use(
      http.get(PATH, ({ request }) =>
        new URL(request.url).searchParams.get('page') === '1' ? listed(looks, 1, 2, 51) : listed([REPORTED], 2, 2, 51),
      ),
    );
    await renderApp('/notifications/staff-access', member);
    expect(await screen.findByText('You’ve seen 50 of 51.')).toBeVisible();
    expect(screen.queryByText(/Read messages that you reported/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show 1 more' }));
    expect(await screen.findByText(/Read messages that you reported/)).toBeVisible();
    expect(screen.getByText('You’ve seen 51 of 51.')).toBeVisible();
  });

  it('asks again where the list could not be brought', async () => {
    let fails = true;
    server.use(http.get(PATH, () => (fails ? HttpResponse.json({ code: 'not-found' }, { status: 404 }) : listed())));
    await renderApp('/notifications/staff-access', member);
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load this list.');
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByText(/Saw your email address/)).toHaveLength(1);
  });
});
