import { locale } from '@/i18n/language';
import { inUnit } from '@/kit/units';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of time in the largest unit that says enough. */
export function inWords(span: number): string {
  const length = Math.abs(span);
  if (length < 2 * HOUR) return inUnit(Math.round(length / MINUTE), 'minute');
  return length < 2 * DAY ? inUnit(Math.floor(length / HOUR), 'hour') : inUnit(Math.floor(length / DAY), 'day');
}

/** How long ago something was. */
export const ageOf = (at: string) => inWords(Date.now() - Date.parse(at));

/** How much time is left; less than none when it is late. */
export const leftUntil = (at: string) => Date.parse(at) - Date.now();

export const moment = (at: string) =>
  new Date(at).toLocaleString(locale(), { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

export const day = (at: string) =>
  new Date(at).toLocaleDateString(locale(), { day: 'numeric', month: 'short', year: 'numeric' });

/** The name of a language. */
export const languageName = (code: string) => new Intl.DisplayNames(locale(), { type: 'language' }).of(code) ?? code;
