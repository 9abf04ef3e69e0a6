import { describe, expect, it } from 'vitest';
import { startI18n, switchLanguage, i18n } from '.';
import { currencySign, fileSize, kilometres } from '@/shared/units/units';
import { formatter } from './format';
import { chooseLanguage } from './locales';

describe('choice of language', () => {
  it('[spec 1.7] is the first two letters of what the server gives when no cookie is set', async () => {
    await startI18n('nl-BE');
    expect(document.documentElement.lang).toBe('nl');
    expect(i18n.t('nav.search')).toBe('Zoeken');
  });

  it('[spec 1.7] is the cookie before everything else', async () => {
    document.cookie = 'language=de; path=/';
    await startI18n('nl');
    expect(document.documentElement.lang).toBe('de');
  });

  it('is the one that the address names, if the server agrees that the site speaks it', async () => {
    document.cookie = 'language=de; path=/';
    history.replaceState(null, '', '/?lang=nl');
    await startI18n('nl');
    expect(document.documentElement.lang).toBe('nl');
    await startI18n('en');
    expect(document.documentElement.lang).toBe('de');
    history.replaceState(null, '', '/');
  });

  it('[spec 1.8] switches without a reload and is kept in the cookie', async () => {
    await startI18n('en');
    await switchLanguage('nl');
    expect(i18n.t('nav.messages')).toBe('Berichten');
    expect(document.documentElement.lang).toBe('nl');
    expect(document.cookie).toContain('language=nl');
  });

  it.each([
    ['no', 'no'],
    ['pl-PL', 'pl'],
    ['xx', 'en'],
    [undefined, 'en'],
  ])('[spec 1.7] makes %s into %s', (wish, language) => expect(chooseLanguage(wish)).toBe(language));
});

describe('formats', () => {
  const moment = '2026-11-20T18:42:00Z';

  it('[spec 1.6] writes dates in Dutch unless told otherwise', () => {
    expect(formatter().date(moment)).toBe('20 november 2026');
    expect(formatter('de').date(moment)).toBe('20. November 2026');
  });

  it('writes money from the smallest unit, whatever the currency', () => {
    expect(formatter('en').money({ minor: 125, currency: 'EUR' })).toBe('€1.25');
    expect(formatter('en').money({ minor: 125, currency: 'JPY' })).toBe('JP¥125');
    expect(currencySign('nl', 'EUR')).toBe('€');
  });

  it('writes rates, distances and sizes with their unit', () => {
    const { rate } = formatter('en');
    expect([rate(21), rate(8.1), kilometres('en', 25)]).toEqual(['21%', '8.1%', '25 km']);
    expect([0, 12_288, 1_572_864].map((bytes) => fileSize('en', bytes))).toEqual(['1 kB', '12 kB', '1.5 MB']);
  });

  it.each([
    ['2026-11-20T18:41:30Z', '30 seconds ago'],
    ['2026-11-20T18:40:00Z', '2 minutes ago'],
    ['2026-11-19T18:42:00Z', 'yesterday'],
    ['2026-11-10T18:42:00Z', 'last week'],
  ])('says of %s that it was %s', (then, words) =>
    expect(formatter('en').relative(then, new Date(moment))).toBe(words),
  );
});
