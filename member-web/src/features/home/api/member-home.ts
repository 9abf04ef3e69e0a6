import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { userQuery } from '@/api/session';
import { visitsQuery } from '@/shared/person/profile-visits';

/** As many people as stand in one row of a desk. */
export const ROW = 4;

/** Who came to the site in the last days and fits the member's own wishes; nothing shows when the search is away. */
export const newcomersQuery = queryOptions({
  queryKey: ['newcomers'],
  queryFn: async ({ signal }) => {
    const query = { page_size: ROW, new: true, sort: 'newest' } as const;
    return (await api.get('/search', { query, signal })).results;
  },
  throwOnError: false,
});

/** Begins to fetch what a member's home shows, without keeping the page waiting. */
export function startMemberHome(client: QueryClient): void {
  if (!client.getQueryData(userQuery.queryKey)) return;
  void client.prefetchQuery(newcomersQuery);
  void client.prefetchInfiniteQuery(visitsQuery);
}
