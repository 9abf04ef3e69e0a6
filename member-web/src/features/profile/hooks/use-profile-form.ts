import { useState } from 'react';
import { faultsOf } from '@/api/api-error';
import { useSaveProfile, type OwnProfile, type ProfileChanges } from '../api/profile';

/** A part of the profile in the making: what the member changed lies over what is saved. */
export interface ProfileForm {
  profile: OwnProfile;
  values: Values;
  change: (changes: ProfileChanges) => void;
  undo: () => void;
  isChanged: boolean;
  isPending: boolean;
  error: Error | null;
  /** What the server found wrong, by field. */
  errors: Record<string, string>;
  /** Sends what changed; raises ApiError, which `error` holds too. */
  save: () => Promise<void>;
}

type Values = Omit<OwnProfile, keyof ProfileChanges> & { [Key in keyof ProfileChanges]-?: OwnProfile[Key] };

export function useProfileForm(profile: OwnProfile): ProfileForm {
  const [changes, setChanges] = useState<ProfileChanges>({});
  const { mutateAsync, isPending, error, reset } = useSaveProfile();
  const isChanged = Object.keys(changes).length > 0;
  return {
    profile,
    values: { ...profile, ...changes },
    change: (more) => setChanges((before) => ({ ...before, ...more })),
    undo: () => {
      setChanges({});
      reset();
    },
    isChanged,
    isPending,
    error,
    errors: faultsOf(error),
    save: async () => {
      if (!isChanged) return;
      await mutateAsync(changes);
      setChanges({});
    },
  };
}
