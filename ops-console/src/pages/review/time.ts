const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of time in the largest unit that says enough. */
export function inWords(span: number): string {
  const length = Math.abs(span);
  if (length < 2 * HOUR) return `${Math.round(length / MINUTE)} min`;
  return length < 2 * DAY ? `${Math.floor(length / HOUR)} h` : `${Math.floor(length / DAY)} d`;
}

/** How long ago something was. */
export const ageOf = (at: string) => inWords(Date.now() - Date.parse(at));

/** How much time is left; less than none when it is late. */
export const leftUntil = (at: string) => Date.parse(at) - Date.now();

export const moment = (at: string) =>
  new Date(at).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

export const day = (at: string) =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** The English name of a language. */
export const languageName = (code: string) => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
