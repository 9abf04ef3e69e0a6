import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { userQuery } from '@/api/session';
import type { Schemas, User } from '@/api/types';
import { profileKeys } from './keys';

export type OwnProfile = Schemas['ProfileOut'];
/** Fields to change; what is left out stays as it is, null clears. */
export type ProfileChanges = Schemas['ProfileIn'];
export type Step = OwnProfile['completed_steps'][number];

/** How often a photo that is being prepared or cut is asked for, in milliseconds. */
const PROCESSING_MS = 1500;

/** The member's own profile; asked for again while a photo is being prepared or cut. */
export const profileQuery = queryOptions({
  queryKey: profileKeys.own,
  queryFn: async ({ client, signal }) => {
    const profile = await api.get('/profile', { signal });
    followProfile(client, profile);
    return profile;
  },
  refetchInterval: ({ state }) =>
    state.data?.photos.some((photo) => photo.status === 'processing' || photo.is_being_cut) ? PROCESSING_MS : false,
});

/** Keeps what the server answered to a change. */
function keep(client: QueryClient, profile: OwnProfile): void {
  client.setQueryData(profileKeys.own, profile);
  followProfile(client, profile);
}

/** What the user shows of the profile follows it: the picture in the bar, how whole it is, the steps done, the wishes. */
function followProfile(client: QueryClient, profile: OwnProfile): void {
  const { country, completeness, completed_steps, photos } = profile;
  const { seeking_genders, seeking_min_age, seeking_max_age } = profile;
  const wishes = { seeking_genders, seeking_min_age, seeking_max_age };
  const part = { country, completeness, completed_steps, main_image: mainImage(photos), ...wishes };
  client.setQueryData(userQuery.queryKey, (user) => user && { ...user, profile: { ...user.profile, ...part } });
}

/** The main photo or, before review, the one that will be it. */
function mainImage(photos: OwnProfile['photos']): User['profile']['main_image'] {
  const kept = photos.filter(({ status }) => status !== 'refused');
  const main = kept.find(({ is_main: isMain }) => isMain) ?? kept[0];
  if (!main?.card || !main.thumb) return null;
  return { filename: main.card, thumb_filename: main.thumb, status: main.status };
}

/** Changes fields of the profile (spec 4.2). */
export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: ProfileChanges) => api.patch('/profile', { body: changes }),
    onSuccess: async (profile, { name }) => {
      keep(client, profile);
      // Whose name was chosen anew is called so everywhere.
      if (name !== undefined) await client.invalidateQueries({ queryKey: userQuery.queryKey });
    },
  });
}

/** Gives or withdraws the consent for what is intimate; withdrawing erases it on the server. */
export function useSaveConsent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (intimate: boolean) => api.put('/profile/consents', { body: { intimate } }),
    onSuccess: (profile) => keep(client, profile),
  });
}

/** Notes that a step of the signup is finished or skipped, so that it is not asked again (spec 2.32). */
export function useCompleteStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (step: Step) => api.put('/profile/steps/{step}', { path: { step } }),
    onSuccess: () => client.invalidateQueries({ queryKey: profileKeys.own }),
  });
}
