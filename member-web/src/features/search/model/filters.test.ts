import { describe, expect, it } from 'vitest';
import { aUser } from '@/testing/factories';
import {
  ageFilter,
  ageRange,
  apiQuery,
  changeFilters,
  inForce,
  readFilters,
  wishesOf,
  withoutFilters,
  writeFilters,
  type Filters,
} from './filters';

const address = (filters: Filters) => writeFilters(filters).toString();

describe('filters in the address', () => {
  it('[spec 3.11] come back as they were written, whatever their order', () => {
    const filters: Filters = {
      gender: ['man', 'woman'],
      country: '',
      min_age: 55,
      max_age: 70,
      place_id: 12,
      near: 'Wijk bij Duurstede',
      radius_km: 50,
      online: true,
      fictional: true,
      interest: ['tea', 'biking'],
      text: 'sea & salt',
      sort: 'nearest',
    };
    expect(readFilters(writeFilters(filters))).toEqual(filters);
    const reversed = Object.fromEntries(Object.entries(filters).reverse());
    expect(address(reversed)).toBe(address(filters));
  });

  it('[spec 3.11] tell "everyone" from "nothing was said"', () => {
    expect(readFilters(new URLSearchParams())).toEqual({});
    expect(readFilters(writeFilters({ gender: [] }))).toEqual({ gender: [] });
  });

  it.each(['min_age=old', 'radius_km=26', 'sort=random', 'online=maybe', 'max_age=-5', 'place_id=1e9'])(
    'leave out what makes no sense: %s',
    (query) => expect(readFilters(new URLSearchParams(query))).toEqual({}),
  );
});

describe('the query for the server', () => {
  it('[spec 3.11] says "any" by an empty value and keeps the name of the town to itself', () => {
    expect(apiQuery({ gender: [], country: '', place_id: 7, near: 'Utrecht', online: false })).toEqual({
      gender: [''],
      country: [''],
      place_id: ['7'],
    });
  });
});

describe('a change', () => {
  it('takes away the smaller place when the larger one changes', () => {
    const before: Filters = {
      country: 'NL',
      region: 'NL-UT',
      place_id: 7,
      near: 'Utrecht',
      radius_km: 25,
      text: 'tea',
    };
    expect(changeFilters(before, { country: 'BE' })).toEqual({ country: 'BE', text: 'tea' });
    expect(changeFilters(before, { region: 'NL-GR' })).toEqual({ country: 'NL', region: 'NL-GR', text: 'tea' });
  });

  it('takes away country and region when a town or a distance says more', () => {
    const before: Filters = { country: 'NL', region: 'NL-UT' };
    expect(changeFilters(before, { radius_km: 50 })).toEqual({ radius_km: 50 });
  });
});

describe('filters in force', () => {
  const wishes = { gender: ['man'], country: 'NL', min_age: 55, max_age: null } as never;

  it('[spec 3.11] are the wishes of the member where nothing was asked for', () => {
    expect(inForce({ min_age: 60 }, wishes)).toEqual({ gender: ['man'], country: 'NL', min_age: 60 });
  });

  it('[spec 3.11] are those of the profile until an answer names them, without the country around a place', () => {
    const { profile } = aUser();
    const user = aUser({ profile: { ...profile, seeking_genders: ['man'], seeking_min_age: 55 } });
    const here = inForce({}, wishesOf(user, {}));
    expect(here).toEqual({ gender: ['man'], min_age: 55, country: 'NL' });
    for (const place of [{ region: 'NL-UT' }, { place_id: 7 }, { radius_km: 25 }] as const) {
      expect(inForce(place, wishesOf(user, place))).toEqual({ gender: ['man'], min_age: 55, ...place });
    }
  });

  it('[spec 3.11] are none once everything is cleared, wishes included', () => {
    const cleared = inForce(withoutFilters(18), wishes);
    expect(cleared).toEqual({ gender: [], country: '', min_age: 18, max_age: 120 });
    expect(ageRange(cleared, 18)).toEqual([18, 99]);
  });
});

describe('ages', () => {
  it('have no upper limit at the end of the slider', () => {
    expect(ageFilter(55, 99)).toEqual({ min_age: 55, max_age: 120 });
    expect(ageFilter(55, 98)).toEqual({ min_age: 55, max_age: 98 });
  });
});
