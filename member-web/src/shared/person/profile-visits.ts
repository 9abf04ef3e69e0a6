import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';

/** Somebody who opened the member's profile, and when they did so last. */
export type Visitor = Schemas['VisitorOut'];

export const VISITORS_A_PAGE = 24;

/** Who looked at the member's profile, the latest first, a page at a time (spec 4.12). */
export const visitsQuery = infiniteQueryOptions({
  queryKey: ['visitors'],
  queryFn: ({ pageParam, signal }) => api.get('/visitors', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
});
