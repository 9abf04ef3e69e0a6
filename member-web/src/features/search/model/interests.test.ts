import { expect, it } from 'vitest';
import { rankInterests } from './interests';

it('shows everyday interests before intimate ones, then the most common first', () => {
  const interests = [
    { key: 'lingerie', name: 'Lingerie', intimate: true },
    { key: 'tea', name: 'Tea', intimate: false },
    { key: 'biking', name: 'Biking', intimate: false },
  ];
  const keys = rankInterests(interests, { lingerie: 9, biking: 4 }).map(({ key }) => key);
  expect(keys).toEqual(['biking', 'tea', 'lingerie']);
});
