import { describe, expect, it } from 'vitest';
import { theMethods } from '@/testing/money-factory';
import { negative, priceOf, takenOff } from './bundles';
import { missing, NOTHING_CHOSEN, savedWay, wishOf } from './wish';

const euros = (minor: number) => ({ minor, currency: 'EUR' });

describe('bundles', () => {
  it('[spec 9.3] cost what is left of them after the discount', () => {
    expect(priceOf({ price: euros(1999), discounted: null })).toEqual(euros(1999));
    expect(priceOf({ price: euros(1999), discounted: euros(1499) })).toEqual(euros(1499));
    expect(takenOff({ price: euros(1999), discounted: euros(1499) })).toEqual(euros(-500));
    expect(takenOff({ price: euros(1999), discounted: null })).toBeUndefined();
    expect(negative(euros(500))).toEqual(euros(-500));
  });
});

describe('the way to pay', () => {
  const saved = { id: '0b8f2f2a-0000-4000-b000-000000000001', method: 'creditcard', label: 'Visa 4242' };
  const methods = theMethods({ saved: [saved] });

  it('[spec 2.35] has to be chosen, with a bank where the provider lists banks', () => {
    expect(missing(methods, NOTHING_CHOSEN)).toBe('way');
    expect(missing(methods, { ...NOTHING_CHOSEN, way: 'ideal' })).toBe('issuer');
    expect(missing(methods, { ...NOTHING_CHOSEN, way: 'ideal', issuer: 'no bank' })).toBe('issuer');
    expect(missing(methods, { ...NOTHING_CHOSEN, way: 'ideal', issuer: 'ideal_RABONL2U' })).toBe('startNow');
    expect(missing(methods, { ...NOTHING_CHOSEN, way: savedWay(saved.id) })).toBe('startNow');
    const asked = { ...NOTHING_CHOSEN, startNow: true };
    expect(missing(methods, { ...asked, way: 'ideal', issuer: 'ideal_RABONL2U' })).toBeNull();
    expect(missing(methods, { ...asked, way: 'paypal' })).toBeNull();
    expect(missing(methods, { ...asked, way: savedWay(saved.id) })).toBeNull();
    expect(missing(methods, { ...NOTHING_CHOSEN, way: 'not offered here' })).toBe('way');
  });

  it('[spec 2.35] goes to the server with its bank, its saved way, or the wish to save it', () => {
    const choice = { way: 'ideal', issuer: 'ideal_RABONL2U', save: true, startNow: true };
    expect(wishOf(methods, choice)).toEqual({ method: 'ideal', issuer: 'ideal_RABONL2U' });
    expect(wishOf(methods, { ...choice, way: 'paypal' })).toEqual({ method: 'paypal', save: true });
    expect(wishOf(methods, { ...choice, way: savedWay(saved.id) })).toEqual({
      method: 'creditcard',
      mandate_id: saved.id,
    });
  });
});
