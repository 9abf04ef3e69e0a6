import { expect, it } from 'vitest';
import { sumOffers } from './refundable';

it('adds up what goes back, each currency by itself', () => {
  const offer = (credits: number, minor: number, currency = 'EUR') => ({ credits, amount: { minor, currency } });
  expect(sumOffers([])).toEqual({ credits: 0, amounts: [] });
  expect(sumOffers([offer(80, 1600), offer(5, 100), offer(10, 900, 'DKK')])).toEqual({
    credits: 95,
    amounts: [
      { currency: 'EUR', minor: 1700 },
      { currency: 'DKK', minor: 900 },
    ],
  });
});
