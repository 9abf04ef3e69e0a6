import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES, photoProblem } from '@/lib/photo-file';
import { aPhoto, aProfile } from '@/testing/profile-factory';
import { ageWish } from './age-wish';
import { toggled, withoutIntimate } from './interests';
import { missingParts } from './missing';
import { moved } from './photo-rules';

describe('a file for a photo', () => {
  it.each([
    ['a.jpg', 'image/jpeg', 10, undefined],
    ['a.jpg', 'image/jpg', 10, undefined],
    ['a.heic', '', 10, undefined],
    ['a.HEIC', 'image/heic', MAX_FILE_BYTES, undefined],
    ['a.gif', 'image/gif', 10, 'type'],
    ['letter.pdf', '', 10, 'type'],
    ['a.png', 'image/png', 0, 'empty'],
    ['a.png', 'image/png', MAX_FILE_BYTES + 1, 'size'],
  ])('%s (%s) of %i bytes: %s', (name, type, size, problem) =>
    expect(photoProblem({ name, type, size })).toBe(problem),
  );
});

it.each([
  [2, 0, ['c', 'a', 'b']],
  [0, 1, ['b', 'a', 'c']],
  [0, 2, ['b', 'c', 'a']],
])('a photo moves from place %i to place %i', (from, to, order) =>
  expect(moved(['a', 'b', 'c'], from, to)).toEqual(order),
);

it('an end of the age slider is no wish', () => {
  expect(ageWish([18, 99], 18)).toEqual({ seeking_min_age: null, seeking_max_age: null });
  expect(ageWish([55, 70], 18)).toEqual({ seeking_min_age: 55, seeking_max_age: 70 });
});

it('interests are picked and put back, and intimate ones can be taken out', () => {
  expect(toggled(['tea'], 'music', true)).toEqual(['tea', 'music']);
  expect(toggled(['tea', 'music'], 'tea', false)).toEqual(['music']);
  const known = [
    { key: 'tea', name: 'Tea', intimate: false },
    { key: 'sex', name: 'Sex', intimate: true },
  ];
  expect(withoutIntimate(['sex', 'tea'], known)).toEqual(['tea']);
});

it('a refused photo is missing, two interests are not enough, and a field that the site hides is not missed', () => {
  const profile = aProfile({
    photos: [aPhoto({ status: 'refused' })],
    region: 'NL-UT',
    gender: 'woman',
    seeking_genders: ['man'],
    headline: 'Hello',
    interests: ['tea', 'music'],
    hair_color: 'grey',
  });
  expect(missingParts(profile, ['interests', 'tattoos'])).toEqual(['photo', 'about', 'interests', 'facts']);
  expect(missingParts(profile, ['hair_color'])).toEqual(['photo', 'about']);
});
