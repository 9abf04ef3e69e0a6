import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { userQuery } from '@/api/session';
import type { Schemas } from '@/api/types';
import { forgetLists } from '@/shared/block/block';
import { settingsKeys } from './keys';
import { useSaving } from './saving';

type OwnProfile = Schemas['ProfileOut'];

/** The switches about who sees what; each lives where the server keeps it. */
export interface Privacy {
  isInvisible: boolean;
  showsFictional: boolean;
  showsVisits: boolean;
  saysHello: boolean;
}

export type PrivacyName = keyof Privacy;

export const privacyQuery = queryOptions({
  queryKey: settingsKeys.privacy,
  queryFn: async ({ signal }): Promise<Privacy> => {
    const [profile, visits, hello] = await Promise.all([
      api.get('/profile', { signal }),
      api.get('/shown-visits', { signal }),
      api.get('/auto-like', { signal }),
    ]);
    return { ...ofProfile(profile), showsVisits: visits.enabled, saysHello: hello.enabled };
  },
  staleTime: Infinity,
});

const ofProfile = ({ is_invisible, hide_fictional }: OwnProfile) => ({
  isInvisible: is_invisible,
  showsFictional: !hide_fictional,
});

const SEND: Record<PrivacyName, (isOn: boolean) => Promise<unknown>> = {
  isInvisible: (isOn) => api.patch('/profile', { body: { is_invisible: isOn } }),
  showsFictional: (isOn) => api.patch('/profile', { body: { hide_fictional: !isOn } }),
  showsVisits: (enabled) => api.put('/shown-visits', { body: { enabled } }),
  saysHello: (enabled) => api.put('/auto-like', { body: { enabled } }),
};

export function usePrivacy() {
  const client = useQueryClient();
  const { data } = useQuery(privacyQuery);
  const way = useSaving<Privacy | undefined, Partial<Privacy>>({
    key: settingsKeys.privacy,
    send: async (change) => {
      const names = Object.keys(change) as PrivacyName[];
      await Promise.all(names.map((name) => SEND[name](change[name] === true)));
      forgetLists(client);
      client.removeQueries({ queryKey: ['profile'] });
      await client.invalidateQueries(userQuery);
      return client.getQueryData(settingsKeys.privacy);
    },
    show: (privacy, change) => privacy && { ...privacy, ...change },
    combine: (earlier, later) => ({ ...earlier, ...later }),
  });
  return { privacy: data, ...way };
}
