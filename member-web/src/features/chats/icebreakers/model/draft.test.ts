import { expect, it } from 'vitest';
import { withIcebreaker } from './draft';

it('[spec 2.38] a first sentence joins what the member wrote, once', () => {
  expect(withIcebreaker('', 'Tea?')).toBe('Tea?');
  expect(withIcebreaker('Hello Henk ', 'Tea?')).toBe('Hello Henk\nTea?');
  expect(withIcebreaker('Hello Henk\nTea?', 'Tea?')).toBe('Hello Henk\nTea?');
});
