import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '@/api/client';
import { userQuery } from '@/api/session';
import type { Schemas } from '@/api/types';
import type { LikeList } from '../model/lists';
import { likesKeys } from './keys';

export const PAGE_SIZE = 24;

/** Somebody in a list of likes; `like_new` until the member has looked (spec 3.10). */
export type LikedCard = Schemas['LikedCardOut'];
type LikesPage = Schemas['LikesOut'];

const likesQuery = (type: LikeList) =>
  infiniteQueryOptions({
    queryKey: likesKeys.list(type),
    queryFn: ({ pageParam, signal }) => api.get<LikesPage>('/likes', { type, page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  });

/**
 * A list of likes, a page at a time; refreshed with the user (spec 9.4).
 * The list before it stays until the one asked for has come (`isPlaceholderData`).
 */
export const useLikes = (type: LikeList) =>
  useInfiniteQuery({ ...likesQuery(type), placeholderData: keepPreviousData });

/** Asks for the first page of a list while the page opens; the page says what went wrong. */
export const startLikes = (client: QueryClient, type: LikeList): void =>
  void client.prefetchInfiniteQuery(likesQuery(type));

/** The newest like that the member received; undefined where there is none, or nobody can say. */
export function useNewestLike(): LikedCard | undefined {
  const { data } = useQuery({
    queryKey: likesKeys.newest,
    queryFn: ({ signal }) => api.get<LikesPage>('/likes', { type: 'received' }, signal),
    throwOnError: false,
  });
  return data?.profiles[0];
}

/** Once new likes show, the server and the badge know that the member has seen them. */
export function useSeeLikes(hasNew: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!hasNew) return;
    const see = async () => {
      await api.post('/likes/seen');
      client.setQueryData(userQuery.queryKey, (user) => user && { ...user, new_likes: 0 });
    };
    // They stay new until the next visit when this fails.
    see().catch(() => undefined);
  }, [client, hasNew]);
}
