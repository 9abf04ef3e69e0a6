import { describe, expect, it } from 'vitest';
import { minorOf, typedOf } from './amount';

describe('an amount that a member types', () => {
  it.each([
    ['25', 2500],
    ['25,5', 2550],
    ['€ 25.50', 2550],
    ['0', 0],
    ['25 EUR', 2500],
    ['', null],
    ['much', null],
    ['-5', null],
    ['1.000,00', null],
    ['25.505', null],
  ])('reads %j as %j', (typed, minor) => {
    expect(minorOf(typed, 'EUR')).toBe(minor);
  });

  it('is shown as it is typed', () => {
    expect(typedOf({ minor: 2500, currency: 'EUR' })).toBe('25');
    expect(typedOf({ minor: 2550, currency: 'EUR' })).toBe('25.50');
  });
});
