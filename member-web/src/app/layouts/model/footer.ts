import type { Language } from '@/i18n/locales';

interface Situation {
  language: Language;
  /** Where the visitor is, as far as it is known. */
  country: string | null;
  hasTrafficSource: boolean;
  companyId: number;
}

/** Companies whose footer shows the full postal address; the others show name, town and country. */
const WITH_ADDRESS = new Set([1, 5, 6]);

/** What the footer may show (spec 2.49, 2.50, 6.6). */
export function footerRules({ language, country, hasTrafficSource, companyId }: Situation) {
  const isUs = language === 'en' && country === 'US';
  const showsCompany = !isUs && !hasTrafficSource;
  return {
    isUs,
    showsCompany,
    showsPaymentLogos: showsCompany,
    showsAddress: showsCompany && WITH_ADDRESS.has(companyId),
  };
}
