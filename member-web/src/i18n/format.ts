import { useTranslation } from 'react-i18next';
import { chooseLanguage, DATE_LANGUAGE, LOCALES, type Language } from './locales';

/** An amount in the currency's smallest unit. */
export interface Money {
  minor: number;
  currency: string;
}

type Moment = string | Date;

const asDate = (moment: Moment) => (moment instanceof Date ? moment : new Date(moment));

const made = new Map<Language, ReturnType<typeof makeFormatter>>();

/** Dates, times, money and lists as one language writes them; Dutch unless told otherwise (spec 1.6). */
export function formatter(language: Language = DATE_LANGUAGE) {
  // Making one is slow, and a long conversation asks for thousands.
  const known = made.get(language) ?? makeFormatter(language);
  made.set(language, known);
  return known;
}

function makeFormatter(language: Language) {
  const { tag } = LOCALES[language];
  const time = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', year: 'numeric' });
  const dayAndTime = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  return {
    /** "18:42" */
    time: (moment: Moment) => time.format(asDate(moment)),
    /** "20 november 2026" */
    date: (moment: Moment) => day.format(asDate(moment)),
    /** "20 November at 18:42" */
    dayAndTime: (moment: Moment) => dayAndTime.format(asDate(moment)),
    /** "Today", "Yesterday", "Saturday 14 November" */
    day: (moment: Moment, now: Date = new Date()) => dayName(tag, asDate(moment), now),
    /** As short as a card needs it: "Today", "Yesterday", "Saturday", "14 Nov" */
    shortDay: (moment: Moment, now: Date = new Date()) => dayName(tag, asDate(moment), now, shortParts),
    /** As short as a list needs it: "10:42" today, "Sun" this week, "14 Nov" before. */
    brief: (moment: Moment, now: Date = new Date()) => {
      const date = asDate(moment);
      const ago = daysBetween(date, now);
      if (ago <= 0) return time.format(date);
      const parts: Intl.DateTimeFormatOptions = ago < 7 ? { weekday: 'short' } : { day: 'numeric', month: 'short' };
      return new Intl.DateTimeFormat(tag, { ...parts, ...otherYear(date, now) }).format(date);
    },
    /** "yesterday", "3 minutes ago" */
    relative: (moment: Moment, now: Date = new Date()) => {
      const [count, unit] = span(asDate(moment).getTime() - now.getTime());
      return relative.format(count, unit);
    },
    number: (value: number) => new Intl.NumberFormat(tag).format(value),
    /** "40%", for a part from 0 to 1 */
    percent: (part: number) => percent(tag, part, 0),
    /** "8.1%", for a rate of 8.1 */
    rate: (rate: number) => percent(tag, rate / 100, 2),
    money: ({ minor, currency }: Money) => money(tag, minor, currency),
    /** "reading, coffee and hiking" */
    list: (items: readonly string[]) => new Intl.ListFormat(tag, { type: 'conjunction' }).format(items),
    /** The name of a country by its two letters. */
    country: (code: string) => new Intl.DisplayNames(tag, { type: 'region' }).of(code) ?? code,
  };
}

const percent = (tag: string, part: number, maximumFractionDigits: number) =>
  new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits }).format(part);

function money(tag: string, minor: number, currency: string): string {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minor / 10 ** digits);
}

const midnight = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());

/** Whole days between two moments as the calendar counts them. */
function daysBetween(earlier: Date, later: Date): number {
  return (midnight(later) - midnight(earlier)) / 86_400_000;
}

/** The year, where it is not the present one and the day is not of this week. */
function otherYear(date: Date, now: Date): Intl.DateTimeFormatOptions {
  const isOther = date.getFullYear() !== now.getFullYear() && daysBetween(date, now) >= 7;
  return isOther ? { year: 'numeric' } : {};
}

const longParts = (_ago: number): Intl.DateTimeFormatOptions => ({ weekday: 'long', day: 'numeric', month: 'long' });

/** The weekday alone says enough within a week. */
const shortParts = (ago: number): Intl.DateTimeFormatOptions =>
  ago < 7 ? { weekday: 'long' } : { day: 'numeric', month: 'short' };

function dayName(tag: string, date: Date, now: Date, partsOf = longParts): string {
  const ago = daysBetween(date, now);
  const parts = { ...partsOf(ago), ...otherYear(date, now) };
  const name =
    ago === 0 || ago === 1
      ? new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(-ago, 'day')
      : new Intl.DateTimeFormat(tag, parts).format(date);
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** The largest unit that a span of milliseconds fills at least once; seconds under a minute. */
function span(milliseconds: number): [number, Intl.RelativeTimeFormatUnit] {
  for (const [unit, length] of UNITS) {
    if (Math.abs(milliseconds) >= length) return [Math.trunc(milliseconds / length), unit];
  }
  return [Math.trunc(milliseconds / 1000), 'second'];
}

/** The formatter of the interface's language. */
export function useFormat() {
  const { i18n } = useTranslation();
  return formatter(chooseLanguage(i18n.language));
}
