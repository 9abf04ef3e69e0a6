/** The languages of the console, with the tags that Intl knows. */
const TAGS = {
  da: 'da-DK',
  de: 'de-DE',
  en: 'en-GB',
  es: 'es-ES',
  fi: 'fi-FI',
  fr: 'fr-FR',
  it: 'it-IT',
  nl: 'nl-NL',
  no: 'nb-NO',
  pl: 'pl-PL',
  sv: 'sv-SE',
} as const;

export type Language = keyof typeof TAGS;

export const LANGUAGES = Object.keys(TAGS) as readonly Language[];

const isLanguage = (code: string): code is Language => code in TAGS;

let current: Language = 'en';

/** The language that the console is shown in. */
export const currentLanguage = () => current;

/** The tag by which numbers, money and times are written. */
export const locale = () => TAGS[current];

export function setLanguage(language: Language) {
  current = language;
  document.documentElement.lang = language;
}

/** The first language of a browser that the console has, else English. */
export function languageOf(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const code = wish
      .slice(0, 2)
      .toLowerCase()
      .replace(/^n[bn]$/, 'no');
    if (isLanguage(code)) return code;
  }
  return 'en';
}

/** A language by its own name. */
export const ownName = (language: Language) =>
  new Intl.DisplayNames(TAGS[language], { type: 'language' }).of(language) ?? language;
