import { LOCALES, type Language } from '@/i18n/locales';

/** "120 kB" or "1.5 MB", at least 1 kB. */
export function fileSize(language: Language, bytes: number): string {
  const [unit, size] = bytes < 1024 ** 2 ? (['kilobyte', 1024] as const) : (['megabyte', 1024 ** 2] as const);
  const maximumFractionDigits = unit === 'megabyte' ? 1 : 0;
  const format = new Intl.NumberFormat(LOCALES[language].tag, { style: 'unit', unit, maximumFractionDigits });
  return format.format(Math.max(1, bytes / size));
}

/** "€" */
export function currencySign(language: Language, currency: string): string {
  const { tag } = LOCALES[language];
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** "25 km" */
export const kilometres = (language: Language, distance: number) =>
  new Intl.NumberFormat(LOCALES[language].tag, { style: 'unit', unit: 'kilometer' }).format(distance);
