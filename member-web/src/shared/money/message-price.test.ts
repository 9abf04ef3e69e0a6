import { expect, it } from 'vitest';
import { priceOfCredits } from './message-price';

it('[spec 9.7] never names less than the true price of credits', () => {
  const message = { minor: 58, currency: 'EUR' };
  expect(priceOfCredits(message, 5, 5)).toEqual({ minor: 58, currency: 'EUR' });
  expect(priceOfCredits(message, 5, 15)).toEqual({ minor: 174, currency: 'EUR' });
  expect(priceOfCredits(message, 5, 3)).toEqual({ minor: 35, currency: 'EUR' });
  expect(priceOfCredits(null, 5, 5)).toBeNull();
  expect(priceOfCredits(message, 0, 5)).toBeNull();
});
