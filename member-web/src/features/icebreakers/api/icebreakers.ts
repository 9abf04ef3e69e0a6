import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';

/** Sentences that help to begin, in the member's language (spec 2.38). */
export const icebreakersQuery = queryOptions({
  queryKey: ['icebreakers'],
  queryFn: async ({ signal }) => (await api.get<Schemas['IcebreakersOut']>('/icebreakers', undefined, signal)).texts,
  staleTime: Infinity,
  throwOnError: false,
});
