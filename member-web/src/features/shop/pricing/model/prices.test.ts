import { describe, expect, it } from 'vitest';
import { ownFirst } from './prices';

describe('prices of a country', () => {
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
