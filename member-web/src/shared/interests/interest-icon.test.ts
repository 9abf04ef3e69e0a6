import { expect, it } from 'vitest';
import { INTEREST_ICONS } from './interest-icon';

const files = import.meta.glob<{ key: string }[]>('../../../../modules/profiles/data/interests.json', {
  eager: true,
  import: 'default',
});
const keys = Object.values(files).flatMap((interests) => interests.map(({ key }) => key));

it('[spec 3.14] every one of the 50 interests has an icon of its own', () => {
  expect(Object.keys(INTEREST_ICONS)).toEqual(keys);
  expect(new Set(Object.values(INTEREST_ICONS)).size).toBe(50);
});
