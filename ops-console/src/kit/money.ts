import { locale } from '@/i18n/language';

/** An amount as the server tells it; minor units may be a fraction where it is the price of one thing among many. */
export interface Money {
  minor: number | string;
  currency: string;
}

export const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'minor' in value;

/** An amount as people write it. */
export function moneyInWords({ minor, currency }: Money): string {
  const format = new Intl.NumberFormat(locale(), { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return withFraction(format, Number(minor), digits).format(Number(minor) / 10 ** digits);
}

/** A fraction of the smallest coin is shown, or a price would be untrue. */
function withFraction(format: Intl.NumberFormat, minor: number, digits: number): Intl.NumberFormat {
  if (Number.isInteger(minor)) return format;
  const { currency } = format.resolvedOptions();
  return new Intl.NumberFormat(locale(), { style: 'currency', currency, maximumFractionDigits: digits + 2 } as const);
}
