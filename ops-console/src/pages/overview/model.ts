import type { DaySum, Figure, Parts, PartSum } from './api';

const DAY = 86_400_000;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

export interface Span {
  begin: string;
  end: string;
}

/** What is known latest of a day is known so many days after it. */
const LATEST_DAYS = 14;

/** So many days that end with today, and as many before them; days are those of UTC, as the server counts.
 * `asked` holds both, and what late figures need.
 */
export function spans(days: number, now: number): { shown: Span; before: Span; asked: Span } {
  const end = dayOf(now + DAY);
  const middle = dayOf(now + DAY - days * DAY);
  const begin = dayOf(now + DAY - 2 * days * DAY);
  const asked = { begin: dayOf(Date.parse(begin) - LATEST_DAYS * DAY), end };
  return { shown: { begin: middle, end }, before: { begin, end: middle }, asked };
}

/** Every day of a span, oldest first. */
export function daysOf({ begin, end }: Span): string[] {
  const days: string[] = [];
  for (let at = Date.parse(begin); at < Date.parse(end); at += DAY) days.push(dayOf(at));
  return days;
}

/** One row of bars: a figure, in one currency if it is money. */
export interface Series {
  key: string;
  /** Of which figure. */
  name: string;
  unit: 'times' | 'money' | 'share';
  currency: string;
  days: readonly { day: string; amount: number }[];
  total: number;
  /** The same number of days before; null where nothing was counted then. */
  before: number | null;
  /** A day's mean is told instead of the sum, because the sum would count people again and again. */
  isMean: boolean;
  /** What a share is made of. */
  part?: number;
  whole?: number;
}

/** How long something waited: how many ended within which time, in seconds, and no sooner. */
export interface Waits {
  key: string;
  ends: readonly { within: number; amount: number }[];
  number: number;
  /** Half of them ended within so many seconds, and nine in ten; null where nothing ended. */
  half: number | null;
  most: number | null;
}

const MEANS = new Set(['accounts.active']);

/** The figures as rows of bars with their totals; money has a row for each currency. `known`: what shares are of. */
export function seriesOf(figures: readonly Figure[], known: readonly Figure[], shown: Span, before: Span): Series[] {
  return figures
    .filter(({ unit }) => unit !== 'waits')
    .flatMap((figure) => {
      const whole = known.find(({ name }) => name === figure.share_of);
      return whole ? [shareOf(figure, whole, shown, before)] : rowsOf(figure, shown, before);
    });
}

function rowsOf(figure: Figure, shown: Span, before: Span): Series[] {
  const currencies = figure.unit === 'money' ? [...new Set(figure.days.map(({ currency }) => currency))].sort() : [''];
  const isMean = MEANS.has(figure.name);
  return currencies.map((currency) => {
    const days = filled(figure.days, shown, currency);
    const then = filled(figure.days, before, currency);
    const divisor = isMean ? days.length : 1;
    const was = sum(then);
    return {
      key: `${figure.name} ${currency}`,
      name: figure.name,
      unit: figure.unit === 'money' ? 'money' : 'times',
      currency,
      days,
      total: sum(days) / divisor,
      before: was === 0 ? null : was / divisor,
      isMean,
    };
  });
}

/** What a row came to for one site or source, or for the many smallest together. */
export interface Split {
  /** "" is nowhere, null are `count` others. */
  name: string | null;
  count: number;
  amount: number;
  /** What a share is made of. */
  part?: number;
  whole?: number;
}

/** What a row came to for each site or source, the largest first; those after the `most` weightiest are one, the last. */
export function partsOf({ name, currency, isMean, days }: Series, parts: Parts, most = Infinity): Split[] {
  const divisor = isMean ? days.length : 1;
  const sums = (parts[name] ?? [])
    .filter((one) => one.currency === currency)
    .sort((one, other) => weight(other) - weight(one));
  const told = sums.slice(0, most).map((one) => splitOf(one.part, [one], divisor));
  const others = sums.slice(most);
  const rest = others.length > 0 ? [splitOf(null, others, divisor)] : [];
  return [...told.sort((one, other) => other.amount - one.amount), ...rest];
}

/** Of shares the wholes weigh: one of one is little, though it is all. */
const weight = ({ amount, whole }: PartSum) => whole ?? amount;

function splitOf(name: string | null, sums: readonly PartSum[], divisor: number): Split {
  const part = sum(sums);
  const whole = sums.reduce((total, one) => total + (one.whole ?? 0), 0);
  const share = percent(part, whole);
  const count = sums.length;
  return share === null ? { name, count, amount: part / divisor } : { name, count, amount: share, part, whole };
}

const percent = (part: number, all: number) => (all === 0 ? null : (part / all) * 100);

/** A figure as a part of another, in per cent; of the newest days on which it is known already. */
function shareOf(figure: Figure, whole: Figure, shown: Span, before: Span): Series {
  const [now, then] = [earlier(shown, figure.lag_days), earlier(before, figure.lag_days)];
  const wholes = filled(whole.days, now, '');
  const parts = filled(figure.days, now, '');
  return {
    key: figure.name,
    name: figure.name,
    unit: 'share',
    currency: '',
    days: parts.map(({ day, amount }, index) => ({ day, amount: percent(amount, wholes[index]?.amount ?? 0) ?? 0 })),
    total: percent(sum(parts), sum(wholes)) ?? 0,
    before: percent(sum(filled(figure.days, then, '')), sum(filled(whole.days, then, ''))),
    isMean: false,
    part: sum(parts),
    whole: sum(wholes),
  };
}

/** The same span so many days earlier. */
function earlier({ begin, end }: Span, days: number): Span {
  const back = (day: string) => dayOf(Date.parse(day) - days * DAY);
  return { begin: back(begin), end: back(end) };
}

const MEDIAN = 0.5;
const PERCENTILE_90 = 0.9;

/** How long things waited. Medians of days have no sum, so they are read from how many ended within which time. */
export function waitsOf(figures: readonly Figure[], bounds: readonly number[], shown: Span): Waits[] {
  return figures
    .filter(({ unit }) => unit === 'waits')
    .map(({ name, days }) => {
      const counts = new Map<number, number>();
      for (const { day, within, amount } of days)
        if (day >= shown.begin && day < shown.end) counts.set(within, (counts.get(within) ?? 0) + amount);
      const ends = bounds.map((within) => ({ within, amount: counts.get(within) ?? 0 }));
      return { key: name, ends, number: sum(ends), half: ended(ends, MEDIAN), most: ended(ends, PERCENTILE_90) };
    });
}

/** Within how many seconds so large a part of them ended. */
function ended(ends: Waits['ends'], part: number): number | null {
  const needed = sum(ends) * part;
  if (needed === 0) return null;
  let soFar = 0;
  for (const { within, amount } of ends) {
    soFar += amount;
    if (soFar >= needed) return within;
  }
  return null;
}

function filled(sums: readonly DaySum[], span: Span, currency: string) {
  const known = new Map(sums.filter((one) => one.currency === currency).map(({ day, amount }) => [day, amount]));
  return daysOf(span).map((day) => ({ day, amount: known.get(day) ?? 0 }));
}

const sum = (days: readonly { amount: number }[]) => days.reduce((total, { amount }) => total + amount, 0);

/** By how much something grew, in whole per cent; null where there was nothing to grow from. */
export function growth({ total, before }: Pick<Series, 'total' | 'before'>): number | null {
  return before === null || before === 0 ? null : Math.round(((total - before) / before) * 100);
}
