import { LOCALE } from './locale';

const DAY_AND_TIME: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const HOUR = 3_600_000;

export const momentInWords = (at: string) => new Date(at).toLocaleString(LOCALE, DAY_AND_TIME);
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** What names a record: a text, or when it came. */
export const titleInWords = (title: string) => (MOMENT.test(title) ? momentInWords(title) : title);
export const dayInWords = (at: string) => new Date(at).toLocaleDateString(LOCALE, DAY);

/** Whole hours or days until a moment; negative once it is over. */
export function untilInWords(at: string, now = Date.now()) {
  const hours = (new Date(at).getTime() - now) / HOUR;
  const isOver = hours < 0;
  const length = Math.abs(hours);
  return { isOver, text: length < 48 ? `${Math.floor(length)} h` : `${Math.floor(length / 24)} days` };
}
