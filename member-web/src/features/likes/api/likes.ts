import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import type { LikeList } from '../model/lists';
import { likesKeys } from './keys';

export const PAGE_SIZE = 24;

/** Somebody in a list of likes; `like_new` until the member has opened the profile (spec 3.10, 4.10). */
export type LikedCard = Schemas['LikedCardOut'];

const likesQuery = (type: LikeList) =>
  infiniteQueryOptions({
    queryKey: likesKeys.list(type),
    queryFn: ({ pageParam, signal }) => api.get('/likes', { query: { type, page: pageParam }, signal }),
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
    queryFn: ({ signal }) => api.get('/likes', { query: { type: 'received' }, signal }),
    throwOnError: false,
  });
  return data?.profiles[0];
}
