import { locale } from '@/i18n/language';

type Unit = 'second' | 'minute' | 'hour' | 'day';

/** A number with its unit: "3 days", "2 hrs". */
export const inUnit = (amount: number, unit: Unit) =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(
    amount,
  );

/** "8.1%", for 8.1 */
export const percent = (amount: number) =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(amount / 100);
