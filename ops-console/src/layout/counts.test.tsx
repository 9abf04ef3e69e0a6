import { render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { App } from '@/app';
import { authProvider } from '@/providers/auth-provider';
import { english } from '@/testing/english';
import { server } from '@/testing/server';

const DESKS = ['moderation.review.decide', 'moderation.complaints.read', 'billing.refunds.read'];
const staff = { id: '1', name: 'Linden', email: 'linden@staff.example', roles: ['moderator'] };

/** Open a list of the console; what waits is what `queues` says by then. */
async function open(permissions: readonly string[], queues: Record<string, number>) {
  let asked = 0;
  server.use(
    http.post('*/ops/api/session', () =>
      HttpResponse.json({ staff, permissions: ['sites.sites.read', ...DESKS, ...permissions] }),
    ),
    http.get('*/ops/api/waiting', () => {
      asked += 1;
      return HttpResponse.json({
        queues: Object.entries(queues).map(([queue, waiting]) => ({ queue, waiting, late: 0 })),
      });
    }),
    http.get('*/ops/api/:resource', () => HttpResponse.json({ data: [], total: 0, has_more: false })),
  );
  await authProvider.login({});
  render(
    <MemoryRouter initialEntries={['/sites.sites']}>
      <App i18nProvider={english} />
    </MemoryRouter>,
  );
  await screen.findByRole('link', { name: /^Review desk/ });
  return { asked: () => asked };
}

test('[spec 10.4] the menu tells how much waits on each desk, and nothing where nothing does', async () => {
  await open(['platform.figures.read'], { review: 1042, signatures: 3, complaints: 7, refunds: 0 });
  expect(await screen.findByRole('link', { name: 'Review desk, 1,042 waiting' })).toHaveTextContent('1,042');
  expect(screen.getByRole('link', { name: 'Complaints desk, 7 waiting' })).toHaveTextContent('7');
  expect(screen.getByRole('link', { name: 'Refund desk' })).toHaveTextContent(/^Refund desk$/);
});

test('[spec 10.4] staff who may not read the figures ask for none', async () => {
  const { asked } = await open([], { review: 42 });
  expect(screen.getByRole('link', { name: 'Review desk' })).toHaveTextContent(/^Review desk$/);
  expect(asked()).toBe(0);
});
