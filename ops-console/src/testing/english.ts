import { makeI18nProvider } from '@/i18n/provider';

/** The texts that tests read. */
export const english = await makeI18nProvider('en');
