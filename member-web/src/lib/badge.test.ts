import { describe, expect, it } from 'vitest';
import { capCount, creditsBadge, pageTitle } from './badge';

describe('counts in badges [spec 2.45, 9.2]', () => {
  it.each([
    [0, '0'],
    [99, '99'],
    [100, '99+'],
  ])('shows %i as %s', (count, shown) => expect(capCount(count)).toBe(shown));
});

describe('credits badge [spec 2.45]', () => {
  it.each([
    [11, undefined],
    [10, 'low'],
    [1, 'low'],
    [0, 'none'],
  ] as const)('at %i credits is %s', (credits, badge) => expect(creditsBadge(credits)).toBe(badge));
});

describe('page title [spec 4.19]', () => {
  it('puts what is waiting in brackets before the title', () => expect(pageTitle(5, 'Come in')).toBe('(5) Come in'));
  it('is the bare title when nothing waits', () => expect(pageTitle(0, 'Come in')).toBe('Come in'));
});
