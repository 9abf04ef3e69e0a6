interface Locale {
  /** The language's own name. */
  name: string;
  /** The tag that Intl and react-aria know. */
  tag: string;
  /** Offered to members once every text is there; until then its members read English. */
  isReady: boolean;
}

/** The 11 languages of the product (spec 1.5). */
export const LOCALES = {
  da: { name: 'Dansk', tag: 'da-DK', isReady: false },
  de: { name: 'Deutsch', tag: 'de-DE', isReady: true },
  en: { name: 'English', tag: 'en-GB', isReady: true },
  es: { name: 'Español', tag: 'es-ES', isReady: false },
  fi: { name: 'Suomi', tag: 'fi-FI', isReady: false },
  fr: { name: 'Français', tag: 'fr-FR', isReady: false },
  it: { name: 'Italiano', tag: 'it-IT', isReady: false },
  nl: { name: 'Nederlands', tag: 'nl-NL', isReady: true },
  no: { name: 'Norsk', tag: 'nb-NO', isReady: false },
  pl: { name: 'Polski', tag: 'pl-PL', isReady: false },
  sv: { name: 'Svenska', tag: 'sv-SE', isReady: false },
} as const satisfies Record<string, Locale>;

export type Language = keyof typeof LOCALES;

export const FALLBACK: Language = 'en';

/** Language that dates are written in before one is chosen (spec 1.6). */
export const DATE_LANGUAGE: Language = 'nl';

const isLanguage = (code: string): code is Language => code in LOCALES;

/** The languages a member can choose today. */
export const readyLanguages = (): Language[] =>
  (Object.keys(LOCALES) as Language[]).filter((code) => LOCALES[code].isReady);

/** The first of the wishes that is ready, by its first two letters; English when none is (spec 1.7). */
export function chooseLanguage(...wishes: (string | undefined)[]): Language {
  for (const wish of wishes) {
    const code = wish?.slice(0, 2).toLowerCase() ?? '';
    if (isLanguage(code) && LOCALES[code].isReady) return code;
  }
  return FALLBACK;
}
