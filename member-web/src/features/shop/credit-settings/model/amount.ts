/** How many digits a currency has behind the dot. */
const digitsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Minor units of what a member typed, such as "25", "25,50" or "€ 25.50"; null when it is no amount. */
export function minorOf(typed: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const match = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(typed.replace(/[^\d.,]/g, ''));
  if (!match || !/^[\p{Sc}\p{L}\s\d.,]*$/u.test(typed)) return null;
  const [, whole = '', part = ''] = match;
  if (part.length > digits) return null;
  return Number(whole) * 10 ** digits + Number(part.padEnd(digits, '0') || 0);
}

/** An amount as a member would type it, such as "25.50". */
export const typedOf = ({ minor, currency }: { minor: number; currency: string }) => {
  const digits = digitsOf(currency);
  return minor % 10 ** digits === 0 ? String(minor / 10 ** digits) : (minor / 10 ** digits).toFixed(digits);
};
