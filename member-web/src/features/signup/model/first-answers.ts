import type { Schemas, Settings } from '@/api/types';
import { parseInterests } from '@/shared/interests/first-interests';

const GENDERS = ['woman', 'man', 'nonbinary'] as const;
type Gender = (typeof GENDERS)[number];

const genderOf = (text: string | null): Gender | undefined => GENDERS.find((gender) => gender === text);

/** What a visitor answered on the home page or a landing page, and the country of the visit, as the first fields of the profile. */
export function firstAnswers(query: URLSearchParams, settings: Settings): Schemas['ProfileIn'] {
  const gender = genderOf(query.get('gender'));
  const country = knownCountry(settings);
  const interests = parseInterests(query.get('interests'));
  return {
    ...(gender && { gender }),
    ...soughtGenders(query.get('seeking')),
    ...soughtAges(query.get('ages'), settings.min_age),
    ...(country && { country }),
    ...(interests.length > 0 && { interests }),
  };
}

function soughtGenders(text: string | null): Schemas['ProfileIn'] {
  if (text === 'anyone') return { seeking_genders: [...GENDERS] };
  const gender = genderOf(text);
  return gender ? { seeking_genders: [gender] } : {};
}

/** "55-70", or "70-" for an open end. */
function soughtAges(text: string | null, minAge: number): Schemas['ProfileIn'] {
  const [, from, to] = /^(\d{2})-(\d{2})?$/.exec(text ?? '') ?? [];
  if (!from) return {};
  return {
    ...(Number(from) > minAge && { seeking_min_age: Number(from) }),
    ...(to && Number(to) >= Number(from) && { seeking_max_age: Number(to) }),
  };
}

function knownCountry({ countries, geoip_country: here }: Settings): string | undefined {
  return countries.length === 1 ? countries[0] : countries.find((code) => code === here);
}
