import type { Reference } from '@/shared/reference/reference';
import type { ProfileChanges } from '../api/profile';

type Keys = NonNullable<ProfileChanges['interests']>;

/** The chosen interests after one was picked or put back; the server knows which keys there are. */
export function toggled(chosen: readonly string[], key: string, isChosen: boolean): Keys {
  const others = chosen.filter((one) => one !== key);
  return (isChosen ? [...others, key] : others) as Keys;
}

/** The chosen interests that need no consent. */
export function withoutIntimate(chosen: readonly string[], known: Reference['interests']): Keys {
  const intimate = new Set(known.filter((interest) => interest.intimate).map(({ key }) => key));
  return chosen.filter((key) => !intimate.has(key)) as Keys;
}
