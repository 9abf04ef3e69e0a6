import { moneyInWords } from '@/kit/money';
import type { Series } from './model';

const LOCALE = 'en-GB';
const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An amount of a row of bars as people read it. */
export function amountInWords({ unit, currency }: Pick<Series, 'unit' | 'currency'>, amount: number): string {
  if (unit === 'money') return moneyInWords({ minor: Math.round(amount), currency });
  return unit === 'seconds' ? lengthInWords(amount) : WHOLE.format(amount);
}

/** A length of time in its two largest units. */
export function lengthInWords(seconds: number): string {
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`;
  if (seconds < 2 * DAY) return `${Math.floor(seconds / HOUR)} h ${Math.round((seconds % HOUR) / MINUTE)} min`;
  return `${Math.floor(seconds / DAY)} days ${Math.round((seconds % DAY) / HOUR)} h`;
}

export const dayInShort = (day: string) =>
  new Date(day).toLocaleDateString(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
