import { createInstance, type CustomTypeOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readCookie, writeCookie } from '@/lib/cookie';
import { isolated } from '@/lib/isolated';
import { chooseLanguage, FALLBACK, type Language } from './locales';

export type Namespace = keyof CustomTypeOptions['resources'];

const LANGUAGE_COOKIE = 'language';
/** Days that the language cookie lasts (spec 1.8). */
const COOKIE_DAYS = 365;

/** Texts that every page needs. */
const SHARED: readonly Namespace[] = ['common', 'problems'];

type Texts = () => Promise<{ default: Record<string, unknown> }>;

/** One small list of files for each language, so that the shell does not carry those of all eleven. */
const lists = import.meta.glob<{ files: Record<string, Texts> }>('./locales/*/files.ts');

export const i18n = createInstance();
const loaded = new Set<Namespace>();

/**
 * Starts the interface in the cookie's language, else in the one the server gave (spec 1.7); an address that names a
 * language of the site comes first. The language is set at once; the promise is kept when the shared texts are there.
 */
export async function startI18n(given: string | undefined): Promise<void> {
  const isNamed = new URLSearchParams(location.search).get('lang') === given;
  const language = chooseLanguage(isNamed ? given : readCookie(LANGUAGE_COOKIE), given);
  setUp(language);
  document.documentElement.lang = language;
  await loadNamespaces(SHARED);
}

/** Sets the language of the next page that is painted without a browser. */
export async function startPainting(language: Language): Promise<void> {
  if (i18n.isInitialized) await i18n.changeLanguage(language);
  else setUp(language);
  await loadNamespaces(SHARED);
}

function setUp(language: Language) {
  void i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: FALLBACK,
    ns: [...SHARED],
    defaultNS: 'common',
    resources: {},
    initAsync: false,
    // React escapes what it shows; a name must not turn the words around it.
    interpolation: { escape: isolated },
    react: { useSuspense: false },
  });
}

/** Brings the texts of these namespaces in the present language; call it beside a route's chunk. */
export async function loadNamespaces(names: readonly Namespace[]): Promise<void> {
  names.forEach((name) => loaded.add(name));
  await Promise.all(names.map((name) => loadNamespace(currentLanguage(), name)));
}

/** A module and the texts that it shows, which arrive together. */
export async function withTexts<Module>(module: Promise<Module>, ...names: Namespace[]): Promise<Module> {
  return (await Promise.all([module, loadNamespaces(names)]))[0];
}

async function loadNamespace(language: Language, name: Namespace): Promise<void> {
  if (i18n.hasResourceBundle(language, name)) return;
  const list = await lists[`./locales/${language}/files.ts`]?.();
  const file = list?.files[`./${name}.json`];
  if (!file) throw new Error(`There are no texts "${name}" in ${language}.`);
  i18n.addResourceBundle(language, name, (await file()).default);
}

/** Switches the interface without a reload and remembers it for 365 days. */
export async function switchLanguage(language: Language): Promise<void> {
  await Promise.all([...loaded].map((name) => loadNamespace(language, name)));
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
  writeCookie(LANGUAGE_COOKIE, language, COOKIE_DAYS);
}

/** The interface's language at this moment. */
export const currentLanguage = (): Language => chooseLanguage(i18n.language);
