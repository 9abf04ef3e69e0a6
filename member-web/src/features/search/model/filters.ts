import type { Schemas, User } from '@/api/types';

export const RADII = [25, 50, 100] as const;
export const SORTS = ['fit', 'active', 'newest', 'nearest'] as const;
/** The oldest age that the filter tells apart; at this end it means "and older". */
export const OLDEST = 99;
/** What "and older" asks the server for. */
const NO_LIMIT = 120;

export type Radius = (typeof RADII)[number];
export type Sort = (typeof SORTS)[number];
/** The filters that are on or off and narrow the search. */
export const SWITCHES = ['online', 'with_photo', 'new'] as const;
export type Switch = (typeof SWITCHES)[number];

/** How each filter is read from a page's address, in the order in which it is written there. */
const READERS = {
  gender: list,
  min_age: number,
  max_age: number,
  country: text,
  region: text,
  place_id: number,
  /** The name of the place, which only the address of the page carries. */
  near: words,
  radius_km: (query: URLSearchParams, name: string) => RADII.find((one) => one === number(query, name)),
  online: isOn,
  with_photo: isOn,
  new: isOn,
  fictional: isOn,
  interest: list,
  text: words,
  sort: (query: URLSearchParams, name: string) => SORTS.find((one) => one === query.get(name)),
} as const satisfies Record<
  keyof Schemas['AppliedOut'] | 'near',
  (query: URLSearchParams, name: string) => boolean | number | string | readonly string[] | undefined
>;
const ORDER = Object.keys(READERS) as (keyof Filters)[];

/**
 * What somebody asked for (spec 3.11). The wishes in a member's profile fill what is left out; [] and "" say that
 * anything will do. Ages in years, radius in kilometres.
 */
export type Filters = { [Name in keyof typeof READERS]?: ReturnType<(typeof READERS)[Name]> | undefined };

/** Reads the filters out of a page's address; what makes no sense counts as left out. */
export function readFilters(query: URLSearchParams): Filters {
  return compact(Object.fromEntries(ORDER.map((name) => [name, READERS[name](query, name)])));
}

/** Writes filters as the query of the page's address, in one order, so that the same search is the same address. */
export function writeFilters(filters: Filters): URLSearchParams {
  const pairs = ORDER.flatMap((name) => written(name, filters[name]).map((value) => [name, value]));
  return new URLSearchParams(pairs);
}

function written(name: string, value: Filters[keyof Filters]): readonly string[] {
  if (value === undefined || value === false) return [];
  if (typeof value !== 'object') return [String(value)];
  return value.length === 0 && name === 'gender' ? [''] : value;
}

export type ApiQuery = Record<string, string[]>;

/** The query that the server understands; all values are lists, because the client leaves out an empty text. */
export function apiQuery(filters: Filters): ApiQuery {
  const query = writeFilters({ ...filters, near: undefined });
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
}

/** Changes filters; a smaller place loses its sense when the larger one around it changes. */
export function changeFilters(filters: Filters, change: Filters): Filters {
  const outer = 'country' in change ? { region: undefined, ...NO_PLACE } : 'region' in change ? NO_PLACE : {};
  const inner = change.place_id || change.radius_km ? { country: undefined, region: undefined } : {};
  return compact({ ...filters, ...outer, ...inner, ...change });
}

export const NO_PLACE = { place_id: undefined, near: undefined, radius_km: undefined };

/** Every filter off, also those that the member's wishes would fill. */
export function withoutFilters(minAge: number): Filters {
  return { gender: [], country: '', min_age: minAge, max_age: NO_LIMIT };
}

/** Ages as the server counts them: the upper end of the slider has no limit. */
export function ageFilter(from: number, to: number): Pick<Filters, 'min_age' | 'max_age'> {
  return { min_age: from, max_age: to >= OLDEST ? NO_LIMIT : to };
}

/** Ages as the slider shows them, kept between the site's youngest and 99. */
export function ageRange({ min_age: from, max_age: to }: Filters, minAge: number): [number, number] {
  const clamp = (age: number) => Math.min(OLDEST, Math.max(minAge, age));
  return [clamp(from ?? minAge), clamp(to ?? OLDEST)];
}

function compact(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== false));
}

function list(query: URLSearchParams, name: string): readonly string[] | undefined {
  return query.has(name) ? query.getAll(name).filter(Boolean) : undefined;
}

function number(query: URLSearchParams, name: string): number | undefined {
  const typed = query.get(name) ?? '';
  return /^\d{1,9}$/.test(typed) ? Number(typed) : undefined;
}

function isOn(query: URLSearchParams, name: string): boolean | undefined {
  return query.get(name) === 'true' || undefined;
}

/** A text that may be empty, for "any". */
function text(query: URLSearchParams, name: string): string | undefined {
  return query.get(name) ?? undefined;
}

function words(query: URLSearchParams, name: string): string | undefined {
  return query.get(name) || undefined;
}

/** What the server fills in where nothing was asked for; null where it fills in nothing. */
type Wishes = Pick<Schemas['AppliedOut'], 'gender' | 'country' | 'min_age' | 'max_age'>;

/** The member's own wishes, for as long as no answer has named them; a place says more than the own country. */
export function wishesOf({ profile }: User, { region, place_id: place, radius_km: radius }: Filters): Wishes {
  const { seeking_genders: gender, seeking_min_age: min_age, seeking_max_age: max_age, country } = profile;
  const hasPlace = [region, place, radius].some((one) => one !== undefined);
  return { gender, min_age, max_age, country: hasPlace ? null : country };
}

/** The filters in force: what was asked for, and the member's own wishes where nothing was. */
export function inForce(filters: Filters, wishes?: Wishes): Filters {
  const { gender, country, min_age, max_age } = wishes ?? {};
  const known = Object.entries({ gender, country, min_age, max_age }).filter(([, value]) => value !== null);
  return compact({ ...Object.fromEntries(known), ...filters });
}
