import type { useTranslate } from 'react-admin';
import { locale } from '@/i18n/language';
import { moneyInWords } from '@/kit/money';
import { inUnit, percent } from '@/kit/units';
import type { Series } from './model';

export type Translate = ReturnType<typeof useTranslate>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An amount of a row of bars as people read it. */
export function amountInWords({ unit, currency }: Pick<Series, 'unit' | 'currency'>, amount: number): string {
  if (unit === 'money') return moneyInWords({ minor: Math.round(amount), currency });
  return unit === 'share'
    ? percent(amount)
    : new Intl.NumberFormat(locale(), { maximumFractionDigits: 0 }).format(amount);
}

/** A length of time in its two largest units, without those that are none. */
export function lengthInWords(seconds: number): string {
  if (seconds < MINUTE) return inUnit(Math.round(seconds), 'second');
  if (seconds < HOUR) return inUnit(Math.round(seconds / MINUTE), 'minute');
  const [large, small] = seconds < DAY ? ([HOUR, MINUTE] as const) : ([DAY, HOUR] as const);
  const first = inUnit(Math.floor(seconds / large), large === DAY ? 'day' : 'hour');
  const rest = Math.round((seconds % large) / small);
  return rest === 0 ? first : `${first} ${inUnit(rest, small === HOUR ? 'hour' : 'minute')}`;
}

const LONGEST = 30 * DAY;

/** Within which time something ended; what is over a month is told no more exactly. */
export const boundInWords = (seconds: number, translate: Translate) =>
  seconds > LONGEST ? translate('pages.overview.over', { time: lengthInWords(LONGEST) }) : lengthInWords(seconds);

export const dayInShort = (day: string) =>
  new Date(day).toLocaleDateString(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' });
