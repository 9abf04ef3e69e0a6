import { describe, expect, it } from 'vitest';
import { ownFirst, worth } from './prices';

describe('prices of a country', () => {
  const country = { minimum_message_cost: { minor: 58, currency: 'EUR' } };

  it('[spec 9.7] never name less than the true price', () => {
    expect(worth(country, 5, 5)).toEqual({ minor: 58, currency: 'EUR' });
    expect(worth(country, 5, 15)).toEqual({ minor: 174, currency: 'EUR' });
    expect(worth(country, 5, 3)).toEqual({ minor: 35, currency: 'EUR' });
    expect(worth({ minimum_message_cost: null }, 5, 5)).toBeNull();
    expect(worth(country, 0, 5)).toBeNull();
  });

  it('[spec 2.20] begin with the reader’s own country', () => {
    const all = ['BE', 'DE', 'NL'].map((code) => ({
      country: code,
      currency: 'EUR',
      vat_percent: 21,
      bundles: [],
      minimum_message_cost: null,
    }));
    expect(ownFirst(all, 'NL').map((one) => one.country)).toEqual(['NL', 'BE', 'DE']);
    expect(ownFirst(all, 'FR').map((one) => one.country)).toEqual(['BE', 'DE', 'NL']);
  });
});
