import { locale } from '@/i18n/language';
import { inUnit } from './units';

const DAY_AND_TIME: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const HOUR = 3_600_000;

export const momentInWords = (at: string) => new Date(at).toLocaleString(locale(), DAY_AND_TIME);
export const dayInWords = (at: string) => new Date(at).toLocaleDateString(locale(), DAY);

/** Whole hours or days until a moment; negative once it is over. */
export function untilInWords(at: string, now = Date.now()) {
  const hours = (new Date(at).getTime() - now) / HOUR;
  const isOver = hours < 0;
  const length = Math.abs(hours);
  return { isOver, text: length < 48 ? inUnit(Math.floor(length), 'hour') : inUnit(Math.floor(length / 24), 'day') };
}
