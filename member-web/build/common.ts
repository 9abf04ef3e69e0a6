import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import type { Alias, PluginOption } from 'vite';

/** Locales of react-aria's own words; `no` of the specification is `nb-NO` there. */
const ARIA_LOCALES = [
  'da-DK',
  'de-DE',
  'en-US',
  'es-ES',
  'fi-FI',
  'fr-FR',
  'it-IT',
  'nl-NL',
  'nb-NO',
  'pl-PL',
  'sv-SE',
];

/** Leaves out the words of other locales. */
export const ariaLocales = (): PluginOption => ({
  ...optimizeLocales.vite({ locales: ARIA_LOCALES }),
  enforce: 'pre',
});

/** The path of a file or folder of this front end. */
export const here = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

export const SOURCES: Alias = { find: '@', replacement: here('src') };
