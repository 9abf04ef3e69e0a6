import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Card } from '@/api/types';
import { mayLookNow, useMayLook, visitorQuery } from '@/shared/visitor/may-look';

/** The number of members that a visitor sees. */
export const VISITOR_CARDS = 5;

const doorQuery = () =>
  queryOptions({
    queryKey: ['deck', 'visitor'] as const,
    queryFn: async ({ signal }) => {
      const query = { with_photo: true, sort: 'active', page_size: VISITOR_CARDS, ...visitorQuery() } as const;
      return (await api.get('/search', { query, signal })).results;
    },
    staleTime: Infinity,
    // Without members the drawn examples show how it goes.
    throwOnError: false,
  });

/** Some members for a visitor; none where the site keeps them to itself (spec 6.1); undefined while they come. */
export function useVisitorDeck(): readonly Card[] | undefined {
  const mayLook = useMayLook();
  const { data, isPending } = useQuery({ ...doorQuery(), enabled: mayLook });
  if (!mayLook) return [];
  return isPending ? undefined : (data ?? []);
}

/** Begins to fetch the cards before the page shows. */
export function startVisitorDeck(client: QueryClient): void {
  if (mayLookNow(client)) void client.prefetchQuery(doorQuery());
}
