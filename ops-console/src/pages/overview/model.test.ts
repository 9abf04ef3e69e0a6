import { expect, test } from 'vitest';
import type { Figure } from './api';
import { daysOf, growth, seriesOf, spans } from './model';
import { amountInWords, lengthInWords } from './words';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const { shown, before, both } = spans(2, NOON);
const sums = (...amounts: [day: string, amount: number, currency?: string][]) =>
  amounts.map(([day, amount, currency = '']) => ({ day, amount, currency }));
const figure = (name: string, over: Partial<Figure>): Figure => ({
  name,
  label: name,
  unit: 'times',
  days: [],
  ...over,
});

test('a span ends with today, and as many days lie before it', () => {
  expect(daysOf(shown)).toEqual(['2026-11-21', '2026-11-22']);
  expect(daysOf(before)).toEqual(['2026-11-19', '2026-11-20']);
  expect(both).toEqual({ begin: '2026-11-19', end: '2026-11-23' });
});

test('days on which nothing happened are bars of no height', () => {
  const days = sums(['2026-11-20', 4], ['2026-11-22', 6]);
  const [row] = seriesOf([figure('accounts.signups', { days })], shown, before);
  expect(row).toMatchObject({ total: 6, before: 4, days: [{ amount: 0 }, { amount: 6 }] });
  expect(growth({ total: 6, before: 4 })).toBe(50);
  expect(growth({ total: 6, before: null })).toBeNull();
});

test('who was here is told a day, for people come again', () => {
  const days = sums(['2026-11-21', 10], ['2026-11-22', 20]);
  const [row] = seriesOf([figure('accounts.active', { days })], shown, before);
  expect(row).toMatchObject({ total: 15, isMean: true });
});

test('money of two currencies is never one sum', () => {
  const days = sums(['2026-11-21', 900, 'EUR'], ['2026-11-21', 500, 'DKK'], ['2026-11-22', 100, 'EUR']);
  const rows = seriesOf([figure('billing.revenue', { unit: 'money', days })], shown, before);
  expect(rows.map(({ currency, total }) => [currency, total])).toEqual([
    ['DKK', 500],
    ['EUR', 1000],
  ]);
  expect(amountInWords({ unit: 'money', currency: 'EUR' }, 1000)).toBe('€10.00');
});

test('the time in the queue is the mean of what was decided, not of the days', () => {
  const decided = figure('moderation.decided', { days: sums(['2026-11-21', 1], ['2026-11-22', 3]) });
  const waited = figure('moderation.waited', { unit: 'seconds', days: sums(['2026-11-21', 100], ['2026-11-22', 60]) });
  const row = seriesOf([decided, waited], shown, before).at(-1);
  expect(row).toMatchObject({ unit: 'seconds', total: 40, days: [{ amount: 100 }, { amount: 20 }] });
});

test.each([
  [42, '42 s'],
  [600, '10 min'],
  [3660, '1 h 1 min'],
  [200_000, '2 days 8 h'],
])('%i seconds are %s', (seconds, words) => {
  expect(lengthInWords(seconds)).toBe(words);
});
