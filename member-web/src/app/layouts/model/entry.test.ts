import { describe, expect, it } from 'vitest';
import { asksAtTheDoor } from './entry';

const here = {
  layout: 'default',
  pathname: '/',
  country: 'NL',
  isOn: true,
  allowedCountries: ['NL', 'BE', 'DE'],
  isInstalled: false,
  isLoggedIn: false,
  wasAnswered: false,
  isReadingTerms: false,
} as const;

describe('the warning before coming in [spec 2.51]', () => {
  it('is shown to a visitor of an allowed country', () => expect(asksAtTheDoor(here)).toBe(true));

  it.each([
    ['it was answered before', { wasAnswered: true }],
    ['the app is installed', { isInstalled: true }],
    ['somebody is logged in', { isLoggedIn: true }],
    ['the site has it off', { isOn: false }],
    ['the country is not allowed', { country: 'US' }],
    ['nobody knows the country', { country: null }],
    ['the visitor came from it to read the terms', { isReadingTerms: true }],
  ])('is not shown when %s', (_, change) => expect(asksAtTheDoor({ ...here, ...change })).toBe(false));

  it.each(['/complete-signup', '/reset-password', '/reset-password/', '/Reset-Password', '/reset-password/do'])(
    '[spec 2.40] is not shown on %s',
    (pathname) => expect(asksAtTheDoor({ ...here, pathname })).toBe(false),
  );

  it.each([
    ['chat', 'NL', true],
    ['chat', 'BE', false],
    ['lander', 'DE', true],
    ['lander', 'BE', false],
    ['empty', 'DE', true],
    ['empty', 'BE', false],
    ['default', 'BE', true],
  ] as const)('[spec 2.41, 2.42, 2.43] on the %s layout in %s: %s', (layout, country, asks) =>
    expect(asksAtTheDoor({ ...here, layout, country })).toBe(asks),
  );

  it('[spec 2.41] is not shown in an allowed layout country that the site left out', () =>
    expect(asksAtTheDoor({ ...here, layout: 'chat', allowedCountries: ['BE'] })).toBe(false));
});
