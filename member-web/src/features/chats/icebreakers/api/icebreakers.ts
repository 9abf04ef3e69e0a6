import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';

/** Sentences that help to begin, in the member's language (spec 2.38). */
export const icebreakersQuery = queryOptions({
  queryKey: ['icebreakers'],
  queryFn: async ({ signal }) => (await api.get('/icebreakers', { signal })).texts,
  staleTime: Infinity,
  throwOnError: false,
});
