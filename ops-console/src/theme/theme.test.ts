import { expect, test } from 'vitest';
import { darkTheme, lightTheme } from './theme';
import { darkTokens, lightTokens } from './tokens';

test('the theme takes its colours from the tokens, light and dark', () => {
  expect(lightTheme.palette?.primary).toMatchObject({ main: lightTokens['c-primary'] });
  expect(darkTheme.palette?.primary).toMatchObject({ main: darkTokens['c-primary'] });
  expect(lightTokens['c-primary']).toMatch(/^#[0-9a-f]{6}$/);
  expect(darkTokens['c-primary']).not.toBe(lightTokens['c-primary']);
  expect(darkTokens['font-text']).toBe(lightTokens['font-text']);
});
