import type { ProfileChanges } from '../api/profile';

/** The slider's end, which means "and older". */
export const OLDEST = 99;

/** The ages that are wished for; an end of the slider is no wish. */
export function ageWish([from, to]: readonly [number, number], minAge: number): ProfileChanges {
  return {
    seeking_min_age: from > minAge ? from : null,
    seeking_max_age: to < OLDEST ? to : null,
  };
}
