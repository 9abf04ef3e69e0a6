interface Locale {
  /** The language's own name. */
  name: string;
  /** The tag that Intl and react-aria know. */
  tag: string;
}

/** The 11 languages of the product (spec 1.5). */
export const LOCALES = {
  da: { name: 'Dansk', tag: 'da-DK' },
  de: { name: 'Deutsch', tag: 'de-DE' },
  en: { name: 'English', tag: 'en-GB' },
  es: { name: 'Español', tag: 'es-ES' },
  fi: { name: 'Suomi', tag: 'fi-FI' },
  fr: { name: 'Français', tag: 'fr-FR' },
  it: { name: 'Italiano', tag: 'it-IT' },
  nl: { name: 'Nederlands', tag: 'nl-NL' },
  no: { name: 'Norsk', tag: 'nb-NO' },
  pl: { name: 'Polski', tag: 'pl-PL' },
  sv: { name: 'Svenska', tag: 'sv-SE' },
} as const satisfies Record<string, Locale>;

export type Language = keyof typeof LOCALES;

export const FALLBACK: Language = 'en';

/** Language that dates are written in before one is chosen (spec 1.6). */
export const DATE_LANGUAGE: Language = 'nl';

const isLanguage = (code: string): code is Language => code in LOCALES;

/** Their codes, in the order of the alphabet. */
export const LANGUAGES = Object.keys(LOCALES) as readonly Language[];

/** The first of the wishes that is one of ours, by its first two letters; English when none is (spec 1.7). */
export function chooseLanguage(...wishes: (string | undefined)[]): Language {
  for (const wish of wishes) {
    const code = wish?.slice(0, 2).toLowerCase() ?? '';
    if (isLanguage(code)) return code;
  }
  return FALLBACK;
}
