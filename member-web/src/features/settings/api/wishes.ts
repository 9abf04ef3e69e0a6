import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { combineChanges, showChange } from '../model/wishes';
import { settingsKeys } from './keys';
import { useSaving } from './saving';

export type Wishes = Schemas['WishesOut'];
export type WishesChange = Schemas['WishesIn'];

export const wishesQuery = queryOptions({
  queryKey: settingsKeys.wishes,
  queryFn: ({ signal }) => api.get('/notification-settings', { signal }),
  staleTime: Infinity,
});

/** How the member wants to be told, and how to change it. */
export function useWishes() {
  const { data } = useQuery(wishesQuery);
  const way = useSaving<Wishes, WishesChange>({
    key: settingsKeys.wishes,
    send: (change) => api.patch('/notification-settings', { body: change }),
    show: showChange,
    combine: combineChanges,
  });
  return { wishes: data, ...way };
}
