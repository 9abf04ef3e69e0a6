import { describe, expect, it } from 'vitest';
import { anOrder, aPayment, theMethods } from '@/testing/money-factory';
import { negative, priceOf, takenOff } from './bundles';
import { isWaiting, refundStage, screenOf } from './order-states';
import { pauseAfter } from './polling';
import { offersPayPal, retryWish } from './retry';
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

describe('a waiting order', () => {
  it('[spec 4.5] is asked after at growing distances, at most 30 seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map(pauseAfter)).toEqual(
      [2, 3, 5, 8, 13, 20, 30, 30, 30].map((seconds) => seconds * 1000),
    );
  });

  it('[spec 4.5] waits while it is loading or pending, and only then', () => {
    const states = ['loading', 'pending', 'completed', 'failed', 'cancelled'] as const;
    expect(states.filter(isWaiting)).toEqual(['loading', 'pending']);
  });

  it('[spec 4.5] never looks completed before the server says so', () => {
    const page = 'http://provider.example/checkout';
    expect(screenOf({ state: 'loading', checkout_url: page }, false)).toBe('asking');
    expect(screenOf({ state: 'loading', checkout_url: page }, true)).toBe('unfinished');
    expect(screenOf({ state: 'loading', checkout_url: null }, true)).toBe('asking');
    expect(screenOf({ state: 'pending', checkout_url: page }, true)).toBe('pending');
    expect(screenOf({ state: 'completed', checkout_url: null }, false)).toBe('completed');
  });
});

describe('a refund', () => {
  it('is checked, under way, sent or failed', () => {
    expect(refundStage('requested')).toBe('checking');
    expect((['approved', 'submitted', 'unknown', 'queued', 'pending', 'processing'] as const).map(refundStage)).toEqual(
      Array.from({ length: 6 }, () => 'underway'),
    );
    expect(refundStage('refunded')).toBe('sent');
    expect((['failed', 'canceled', 'rejected'] as const).map(refundStage)).toEqual(['failed', 'failed', 'failed']);
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

  it('[spec 4.5] is the same at the second try, and PayPal is another one', () => {
    const order = anOrder({ payments: [aPayment({ method: 'ideal' })] });
    expect(retryWish(order, methods)).toEqual({ method: 'ideal' });
    expect(offersPayPal(order, methods)).toBe(true);
    const recurring = anOrder({ payments: [aPayment({ method: 'creditcard', mandate_id: saved.id })] });
    expect(retryWish(recurring, methods)).toEqual({ method: 'creditcard', mandate_id: saved.id });
    expect(retryWish(recurring, theMethods())).toBeUndefined();
    expect(offersPayPal(recurring, methods)).toBe(true);
    expect(offersPayPal(anOrder({ payments: [aPayment({ method: 'paypal' })] }), methods)).toBe(false);
    expect(offersPayPal(order, undefined)).toBe(false);
    expect(retryWish(anOrder({ payments: [aPayment({ method: 'blik' })] }), methods)).toBeUndefined();
  });
});
