import { LOCALE } from '@/kit/locale';
import { moneyInWords } from '@/kit/money';
import type { Series } from './model';

const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const TENTHS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An amount of a row of bars as people read it. */
export function amountInWords({ unit, currency }: Pick<Series, 'unit' | 'currency'>, amount: number): string {
  if (unit === 'money') return moneyInWords({ minor: Math.round(amount), currency });
  return unit === 'share' ? `${TENTHS.format(amount)}%` : WHOLE.format(amount);
}

/** A length of time in its two largest units, without those that are none. */
export function lengthInWords(seconds: number): string {
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`;
  if (seconds < DAY) return inTwo(seconds, HOUR, 'h', MINUTE, 'min');
  return inTwo(seconds, DAY, seconds < 2 * DAY ? 'day' : 'days', HOUR, 'h');
}

const LONGEST = 30 * DAY;

/** Within which time something ended; what is over a month is told no more exactly. */
export const boundInWords = (seconds: number) =>
  seconds > LONGEST ? `over ${lengthInWords(LONGEST)}` : lengthInWords(seconds);

function inTwo(seconds: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.round((seconds % large) / small);
  const first = `${Math.floor(seconds / large)} ${largeName}`;
  return rest === 0 ? first : `${first} ${rest} ${smallName}`;
}

export const dayInShort = (day: string) =>
  new Date(day).toLocaleDateString(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
