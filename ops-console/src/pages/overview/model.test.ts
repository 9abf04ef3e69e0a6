import { expect, test } from 'vitest';
import type { Figure } from './api';
import { daysOf, growth, partsOf, seriesOf, spans, waitsOf } from './model';
import { amountInWords, lengthInWords } from './words';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const { shown, before, asked } = spans(2, NOON);
const BOUNDS = [60, 300, 3600, 86_400];
const sums = (...amounts: [day: string, amount: number, currency?: string][]) =>
  amounts.map(([day, amount, currency = '']) => ({ day, amount, currency, within: 0 }));
const figure = (name: string, over: Partial<Figure>): Figure => ({
  name,
  label: name,
  unit: 'times',
  share_of: '',
  lag_days: 0,
  days: [],
  ...over,
});
const rowsOf = (figures: Figure[]) => seriesOf(figures, figures, shown, before);

test('a span ends with today, and as many days lie before it', () => {
  expect(daysOf(shown)).toEqual(['2026-11-21', '2026-11-22']);
  expect(daysOf(before)).toEqual(['2026-11-19', '2026-11-20']);
  expect(asked).toEqual({ begin: '2026-11-05', end: '2026-11-23' });
});

test('days on which nothing happened are bars of no height', () => {
  const days = sums(['2026-11-20', 4], ['2026-11-22', 6]);
  const [row] = rowsOf([figure('accounts.signups', { days })]);
  expect(row).toMatchObject({ total: 6, before: 4, days: [{ amount: 0 }, { amount: 6 }] });
  expect(growth({ total: 6, before: 4 })).toBe(50);
  expect(growth({ total: 6, before: null })).toBeNull();
  expect(growth({ total: 6, before: 0 })).toBeNull();
});

test('who was here is told a day, for people come again', () => {
  const days = sums(['2026-11-21', 10], ['2026-11-22', 20]);
  const [row] = rowsOf([figure('accounts.active', { days })]);
  expect(row).toMatchObject({ total: 15, isMean: true });
});

test('money of two currencies is never one sum', () => {
  const days = sums(['2026-11-21', 900, 'EUR'], ['2026-11-21', 500, 'DKK'], ['2026-11-22', 100, 'EUR']);
  const rows = rowsOf([figure('billing.revenue', { unit: 'money', days })]);
  expect(rows.map(({ currency, total }) => [currency, total])).toEqual([
    ['DKK', 500],
    ['EUR', 1000],
  ]);
  expect(amountInWords({ unit: 'money', currency: 'EUR' }, 1000)).toBe('€10.00');
});

test('a part is told in per cent of the whole, over the days and not as a mean of theirs', () => {
  const all = figure('notifications.mails', { days: sums(['2026-11-21', 90], ['2026-11-22', 10]) });
  const back = figure('notifications.bounces', { share_of: all.name, days: sums(['2026-11-22', 5]) });
  const row = rowsOf([all, back]).at(-1);
  expect(row).toMatchObject({ unit: 'share', total: 5, part: 5, whole: 100, days: [{ amount: 0 }, { amount: 50 }] });
  expect(amountInWords({ unit: 'share', currency: '' }, 5.04)).toBe('5%');
});

test('what is known late is told of days that lie as far back', () => {
  const all = figure('accounts.signups', { days: sums(['2026-11-08', 4], ['2026-11-22', 9]) });
  const bought = figure('billing.converted', { share_of: all.name, lag_days: 14, days: sums(['2026-11-08', 1]) });
  const row = rowsOf([all, bought]).at(-1);
  expect(row).toMatchObject({ total: 25, days: [{ day: '2026-11-07' }, { day: '2026-11-08', amount: 25 }] });
});

test('half of all waits is found in all days together', () => {
  const days = [
    { day: '2026-11-20', currency: '', within: 60, amount: 50 },
    { day: '2026-11-21', currency: '', within: 3600, amount: 4 },
    { day: '2026-11-22', currency: '', within: 300, amount: 5 },
    { day: '2026-11-22', currency: '', within: 86_400, amount: 1 },
  ];
  const [row] = waitsOf([figure('moderation.waited', { unit: 'waits', days })], BOUNDS, shown);
  expect(row).toMatchObject({ half: 300, most: 3600, number: 10 });
  expect(waitsOf([figure('moderation.waited', { unit: 'waits' })], BOUNDS, shown)[0]).toMatchObject({
    half: null,
    number: 0,
  });
});

test.each([
  [42, '42 secs'],
  [600, '10 mins'],
  [3660, '1 hr 1 min'],
  [7200, '2 hrs'],
  [86_400, '1 day'],
  [200_000, '2 days 8 hrs'],
])('%i seconds are %s', (seconds, words) => {
  expect(lengthInWords(seconds)).toBe(words);
});

const partSum = (part: string, amount: number, whole: number | null = null, currency = '') => ({
  part,
  currency,
  amount,
  whole,
});

test('a row is split by site or source, in its own currency, and a mean stays one', () => {
  const days = sums(['2026-11-22', 600, 'EUR'], ['2026-11-22', 70, 'DKK']);
  const parts = {
    'billing.revenue': [
      partSum('', 200, null, 'EUR'),
      partSum('warm', 400, null, 'EUR'),
      partSum('warm', 70, null, 'DKK'),
    ],
    'accounts.active': [partSum('warm', 10)],
  };
  const [, euro] = rowsOf([figure('billing.revenue', { unit: 'money', days })]);
  expect(euro && partsOf(euro, parts)).toEqual([
    { name: 'warm', count: 1, amount: 400 },
    { name: '', count: 1, amount: 200 },
  ]);
  const [active] = rowsOf([figure('accounts.active', { days: sums(['2026-11-22', 10]) })]);
  expect(active && partsOf(active, parts)).toEqual([{ name: 'warm', count: 1, amount: 5 }]);
});

test('a share is split into what each part is of its own whole', () => {
  const [share] = seriesOf([figure('a', { share_of: 'b' })], [figure('b', {})], shown, before);
  const parts = { a: [partSum('large', 1, 100), partSum('small', 1, 4), partSum('none', 0, 50)] };
  expect(share && partsOf(share, parts)).toEqual([
    { name: 'small', count: 1, amount: 25, part: 1, whole: 4 },
    { name: 'large', count: 1, amount: 1, part: 1, whole: 100 },
    { name: 'none', count: 1, amount: 0, part: 0, whole: 50 },
  ]);
});

test('very many parts are the weightiest and all others as one, which stands last', () => {
  const [signups] = rowsOf([figure('a', {})]);
  const parts = { a: [partSum('1', 1), partSum('3', 3), partSum('2', 2), partSum('9', 9)] };
  expect(signups && partsOf(signups, parts, 2)).toEqual([
    { name: '9', count: 1, amount: 9 },
    { name: '3', count: 1, amount: 3 },
    { name: null, count: 2, amount: 3 },
  ]);
  const [share] = seriesOf([figure('a', { share_of: 'b' })], [figure('b', {})], shown, before);
  const shares = { a: [partSum('one of one', 1, 1), partSum('large', 10, 100), partSum('none', 0, 3)] };
  expect(share && partsOf(share, shares, 1)).toEqual([
    { name: 'large', count: 1, amount: 10, part: 10, whole: 100 },
    { name: null, count: 2, amount: 25, part: 1, whole: 4 },
  ]);
});
