import type { ChoiceField, Reference, Regions } from '@/shared/reference/reference';
import type { Schemas } from '@/api/types';

type OwnProfile = Schemas['ProfileOut'];
type OwnPhoto = Schemas['OwnPhotoOut'];

const named = (...keys: string[]) => keys.map((key) => ({ key, name: key }));

const CHOICES: Reference['choices'] = {
  gender: named('woman', 'man', 'nonbinary'),
  sexuality: named('straight', 'gay'),
  relationship_status: named('single', 'widowed'),
  hair_color: named('grey'),
  eye_color: named('blue'),
  body_type: named('slim'),
  tattoos: named('none', 'one'),
};
const NOTHING_CHOSEN = Object.fromEntries(Object.keys(CHOICES).map((field) => [field, null])) as Record<
  ChoiceField,
  null
>;

/** The profile of a member who has only just signed up. */
export function aProfile(changes: Partial<OwnProfile> = {}): OwnProfile {
  return {
    id: '0b8f2f2a-0000-4000-8000-000000000001',
    name: 'Ruth',
    date_of_birth: '1964-04-30',
    age: 62,
    ...NOTHING_CHOSEN,
    interests: [],
    country: null,
    region: null,
    city: null,
    place_id: null,
    headline: '',
    about: '',
    notes: {},
    seeking_genders: [],
    seeking_min_age: null,
    seeking_max_age: null,
    is_invisible: false,
    hide_fictional: false,
    consents: { intimate: false },
    photos: [],
    photo_limit: 3,
    completed_steps: [],
    next_step: 'photo',
    completeness: 0,
    ...changes,
  };
}

let photos = 0;

/** One of the member's own photos, seen by everybody. */
export function aPhoto(changes: Partial<OwnPhoto> = {}): OwnPhoto {
  photos += 1;
  return {
    id: `0b8f2f2a-0000-4000-9000-${String(photos).padStart(12, '0')}`,
    status: 'active',
    reason: null,
    reason_text: null,
    is_main: false,
    crop: null,
    is_being_cut: false,
    thumb: '/media/thumb',
    card: '/media/card',
    full: '/media/full',
    ...changes,
  };
}

/** Names of a few choices and interests. */
export const aReference: Reference = {
  countries: [
    { code: 'NL', name: 'Netherlands' },
    { code: 'BE', name: 'Belgium' },
  ],
  choices: CHOICES,
  interests: [
    { key: 'hiking', name: 'Hiking', intimate: false },
    { key: 'music', name: 'Music', intimate: false },
    { key: 'sex', name: 'Sex', intimate: true },
  ],
  region_words: { NL: 'Province' },
};

export const theRegions: Regions = {
  country: 'NL',
  word: 'Province',
  regions: [
    { code: 'NL-UT', name: 'Utrecht' },
    { code: 'NL-NH', name: 'Noord-Holland' },
  ],
};
