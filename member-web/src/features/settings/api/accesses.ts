import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';

export type StaffAccess = Schemas['AccessOut'];

export const ACCESSES_A_PAGE = 50;

/** When staff looked at what is private of the member, the newest first, a page at a time. */
export const accessesQuery = infiniteQueryOptions({
  queryKey: ['staff-access'],
  queryFn: ({ pageParam, signal }) => api.get('/staff-access', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  throwOnError: false,
});
