import { describe, expect, it } from 'vitest';
import { anOrder, aPayment, theMethods } from '@/testing/money-factory';
import { isWaiting, refundStage, screenOf } from './order-states';
import { pauseAfter } from './polling';
import { offersPayPal, retryWish } from './retry';

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
