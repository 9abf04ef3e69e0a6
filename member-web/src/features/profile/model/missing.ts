import type { OwnProfile } from '../api/profile';
import { BASICS } from './facts';

/** A part that makes a profile whole, each with its place on the page. */
export type Part = 'photo' | 'location' | 'gender' | 'seeking' | 'headline' | 'about' | 'interests' | 'facts';

const ENOUGH_INTERESTS = 3;

/** What is still missing of the fields that the site shows, in the order of what it brings. */
export function missingParts(profile: OwnProfile, shown: readonly string[]): Part[] {
  const isThere: Record<Part, boolean> = {
    photo: profile.photos.some(({ status }) => status !== 'refused'),
    location: profile.region !== null,
    gender: profile.gender !== null,
    seeking: profile.seeking_genders.length > 0,
    headline: profile.headline !== '',
    about: profile.about !== '',
    interests: !shown.includes('interests') || profile.interests.length >= ENOUGH_INTERESTS,
    facts: BASICS.every((field) => field === 'gender' || !shown.includes(field) || profile[field] !== null),
  };
  return (Object.keys(isThere) as Part[]).filter((part) => !isThere[part]);
}
