import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { App } from '@/app';
import { english } from '@/testing/english';
import { server } from '@/testing/server';

const TODAY = new Date().toISOString().slice(0, 10);
const figure = (name: string, label: string, over = {}) => ({
  name,
  label,
  unit: 'times',
  share_of: '',
  lag_days: 0,
  days: [{ day: TODAY, currency: '', within: 60, amount: 3 }],
  ...over,
});
const FIGURES = [
  figure('accounts.signups', 'Signups'),
  figure('accounts.confirmed', 'Confirmed accounts', { share_of: 'accounts.signups' }),
  figure('moderation.waited', 'Time in the review queue', { unit: 'waits' }),
];
const part = (name: string, amount: number, whole: number | null = null) => ({
  part: name,
  currency: '',
  amount,
  whole,
});
const PARTS = {
  'accounts.signups': [part('', 12), ...Array.from({ length: 9 }, (_, index) => part(`source-${index}`, 10 - index))],
  'accounts.confirmed': [part('gazette', 1, 4), part('radio', 0, 6)],
};

beforeEach(() => {
  server.use(
    http.get('*/ops/api/session', () =>
      HttpResponse.json({
        staff: { id: '1', name: 'Linden', email: 'l@staff.example', roles: [] },
        permissions: ['platform.figures.read'],
      }),
    ),
    http.get('*/ops/api/figures', () => HttpResponse.json({ figures: FIGURES, sources: [], bounds: [60, 300] })),
    http.get('*/ops/api/figures/parts', () => HttpResponse.json({ parts: PARTS })),
    http.get('*/ops/api/waiting', () => HttpResponse.json({ queues: [] })),
    http.get('*/ops/api/:resource', () => HttpResponse.json({ data: [], total: 0 })),
  );
});

/** Open the page and show the figures by source; return a card by its heading. */
async function openBySource() {
  render(
    <MemoryRouter initialEntries={['/']}>
      <App i18nProvider={english} />
    </MemoryRouter>,
  );
  await userEvent.click(await screen.findByRole('combobox', { name: 'Show' }));
  await userEvent.click(await screen.findByRole('option', { name: 'By traffic source' }));
  return async (label: string) => {
    const card = (await screen.findByRole('heading', { name: label })).closest('article');
    if (!card) throw new Error(`no card is called ${label}`);
    return within(card);
  };
}

test('[spec 10.4] sums and rates are split into bars, the largest first and the many smallest as one', async () => {
  const card = await openBySource();
  const sums = within(await (await card('Signups')).findByRole('list', { name: 'Signups' })).getAllByRole('listitem');
  expect(sums.map((bar) => bar.textContent)).toEqual([
    'Unknown12',
    ...[10, 9, 8, 7, 6, 5, 4].map((amount) => `source-${10 - amount}${amount}`),
    '2 others5',
  ]);
  expect(sums[1]?.querySelector('rect')?.getAttribute('width')).toBe(String((10 / 12) * 320));
  const rates = within(
    (await card('Confirmed accounts')).getByRole('list', { name: 'Confirmed accounts' }),
  ).getAllByRole('listitem');
  expect(rates.map((bar) => bar.textContent)).toEqual(['gazette25% (1 of 4)', 'radio0% (0 of 6)']);
});

test('[spec 10.4] the tables have every part, and waits say that they have none', async () => {
  const card = await openBySource();
  await userEvent.click(screen.getByRole('switch', { name: 'As tables' }));
  expect((await card('Signups')).getAllByRole('rowheader')).toHaveLength(10);
  expect((await card('Confirmed accounts')).getByRole('row', { name: 'gazette 25% (1 of 4)' })).toBeInTheDocument();
  expect(
    (await card('Time in the review queue')).getByText(/^Waiting times are for all sources together/),
  ).toBeInTheDocument();
});

test('[spec 10.4] parts that nobody answers are said to be missing, and days do not stand for them', async () => {
  server.use(http.get('*/ops/api/figures/parts', () => HttpResponse.json({ code: 'internal' }, { status: 500 })));
  const card = await openBySource();
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect((await card('Signups')).queryByRole('figure')).not.toBeInTheDocument();
});
