import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider, TranslationMessages } from 'react-admin';
import { LANGUAGES, ownName, setLanguage, type Language } from './language';

type Texts = Record<string, unknown>;

const files = import.meta.glob<Texts>('./locales/*/*.json', { import: 'default' });

/** What react-admin says, what the modules declare, and the console's own texts, in one language. */
async function loadTexts(language: Language): Promise<TranslationMessages> {
  const parts = language === 'en' ? [framework(), declared(), part('en', 'desks')] : ownParts(language);
  return Object.assign({}, ...(await Promise.all(parts))) as TranslationMessages;
}

const framework = async (): Promise<Texts> => (await import('ra-language-english')).default;
const declared = async (): Promise<Texts> => (await import('@/generated/records.gen.json')).default;
const ownParts = (language: Language) => ['framework', 'records', 'desks'].map((name) => part(language, name));

function part(language: Language, name: string): Promise<Texts> {
  const file = files[`./locales/${language}/${name}.json`];
  if (!file) throw new Error(`There are no texts "${name}" in ${language}.`);
  return file();
}

/** The texts of the console, which begin in one language and are loaded when another is chosen. */
export async function makeI18nProvider(first: Language): Promise<I18nProvider> {
  const texts = await loadTexts(first);
  setLanguage(first);
  const provider = polyglotI18nProvider(
    (language) => (language === first ? texts : loadTexts(language as Language)),
    first,
    LANGUAGES.map((language) => ({ locale: language, name: ownName(language) })),
  );
  return {
    ...provider,
    changeLocale: async (language) => {
      await provider.changeLocale(language);
      setLanguage(language as Language);
    },
  };
}
