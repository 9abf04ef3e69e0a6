import { describe, expect, it } from 'vitest';
import { LOCALES, readyLanguages, type Language } from './locales';

type Texts = { [key: string]: string | Texts };

const files = import.meta.glob<{ default: Texts }>('./locales/*/*.json', { eager: true });
const namespaces = Object.keys(files).flatMap((path) => /\/en\/(.+)\.json$/.exec(path)?.[1] ?? []);

function texts(language: Language, namespace: string): Map<string, string> {
  const file = files[`./locales/${language}/${namespace}.json`];
  const found = new Map<string, string>();
  const walk = (node: Texts, path: string) => {
    for (const [key, value] of Object.entries(node)) {
      const name = path ? `${path}.${key}` : key;
      if (typeof value === 'string') found.set(name, value);
      else walk(value, name);
    }
  };
  if (file) walk(file.default, '');
  return found;
}

const alphabetically = (a: string, b: string) => a.localeCompare(b);

const PLURAL = /_(zero|one|two|few|many|other)$/;
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => String(name)).toSorted(alphabetically);
/** The plural forms that a language has, of which CLDR keeps a list in every browser. */
const forms = (language: Language) =>
  new Intl.PluralRules(LOCALES[language].tag).resolvedOptions().pluralCategories.toSorted(alphabetically);

/** Keys as they must be in a language: each counted text in all the forms of that language. */
function expectedKeys(language: Language, namespace: string): string[] {
  const keys = new Set<string>();
  for (const key of texts('en', namespace).keys()) {
    const stem = key.replace(PLURAL, '');
    if (stem === key) keys.add(key);
    else forms(language).forEach((form) => keys.add(`${stem}_${form}`));
  }
  return [...keys].toSorted(alphabetically);
}

describe.each(readyLanguages())('texts in %s [spec 1.5]', (language) => {
  it.each(namespaces)('%s has every key, in the plural forms of the language, and none too many', (namespace) =>
    expect([...texts(language, namespace).keys()].toSorted(alphabetically)).toEqual(expectedKeys(language, namespace)),
  );

  it.each(namespaces)('%s has the same placeholders as English, and no empty text', (namespace) => {
    const english = texts('en', namespace);
    for (const [key, text] of texts(language, namespace)) {
      const model = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? '';
      expect(text.trim(), key).not.toBe('');
      expect(placeholders(text), key).toEqual(placeholders(model));
    }
  });
});

it('knows the 11 languages [spec 1.5]', () =>
  expect(Object.keys(LOCALES)).toEqual(['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv']));
