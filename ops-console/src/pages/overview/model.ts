import type { DaySum, Figure, Unit } from './api';

const DAY = 86_400_000;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

export interface Span {
  begin: string;
  end: string;
}

/** So many days that end with today, and as many before them; days are those of UTC, as the server counts. */
export function spans(days: number, now: number): { shown: Span; before: Span; both: Span } {
  const end = dayOf(now + DAY);
  const middle = dayOf(now + DAY - days * DAY);
  const begin = dayOf(now + DAY - 2 * days * DAY);
  return { shown: { begin: middle, end }, before: { begin, end: middle }, both: { begin, end } };
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
  label: string;
  unit: Unit;
  currency: string;
  days: readonly { day: string; amount: number }[];
  total: number;
  /** The same number of days before; null where nothing was counted then. */
  before: number | null;
  /** A day's mean is told instead of the sum, because the sum would count people again and again. */
  isMean: boolean;
}

const MEANS = new Set(['accounts.active']);

/** The figures as rows of bars with their totals; money has a row for each currency. */
export function seriesOf(figures: readonly Figure[], shown: Span, before: Span): Series[] {
  const rows = figures
    .filter(({ name }) => name !== 'moderation.waited')
    .flatMap((figure) => rowsOf(figure, shown, before));
  const waiting = waitingOf(figures, shown, before);
  return waiting ? [...rows, waiting] : rows;
}

function rowsOf(figure: Figure, shown: Span, before: Span): Series[] {
  const currencies =
    figure.unit === 'money' ? [...new Set(figure.days.map(({ currency }) => currency))].toSorted() : [''];
  const isMean = MEANS.has(figure.name);
  return currencies.map((currency) => {
    const days = filled(figure.days, shown, currency);
    const earlier = filled(figure.days, before, currency);
    const divisor = isMean ? days.length : 1;
    const was = sum(earlier);
    return {
      key: `${figure.name} ${currency}`,
      label: figure.label,
      unit: figure.unit,
      currency,
      days,
      total: sum(days) / divisor,
      before: was === 0 ? null : was / divisor,
      isMean,
    };
  });
}

/** How long what was decided had waited in the queue, in the mean. */
function waitingOf(figures: readonly Figure[], shown: Span, before: Span): Series | undefined {
  const waited = figures.find(({ name }) => name === 'moderation.waited');
  const decided = figures.find(({ name }) => name === 'moderation.decided');
  if (!waited || !decided) return undefined;
  const counts = filled(decided.days, shown, '');
  const days = filled(waited.days, shown, '').map(({ day, amount }, index) => ({
    day,
    amount: amount / (counts[index]?.amount || 1),
  }));
  const mean = (span: Span) => {
    const number = sum(filled(decided.days, span, ''));
    return number === 0 ? null : sum(filled(waited.days, span, '')) / number;
  };
  const { label } = waited;
  return {
    key: waited.name,
    label,
    unit: 'seconds',
    currency: '',
    days,
    total: mean(shown) ?? 0,
    before: mean(before),
    isMean: true,
  };
}

function filled(sums: readonly DaySum[], span: Span, currency: string) {
  const known = new Map(sums.filter((one) => one.currency === currency).map(({ day, amount }) => [day, amount]));
  return daysOf(span).map((day) => ({ day, amount: known.get(day) ?? 0 }));
}

const sum = (days: readonly { amount: number }[]) => days.reduce((total, { amount }) => total + amount, 0);

/** By how much something grew, in whole per cent; null where there was nothing to grow from. */
export function growth({ total, before }: Pick<Series, 'total' | 'before'>): number | null {
  return before === null ? null : Math.round(((total - before) / before) * 100);
}
