import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { settingsQuery, userQuery, useSettings } from '@/api/session';
import type { Card } from '@/api/types';

const COUNT = 4;

const showcaseQuery = queryOptions({
  queryKey: ['showcase'],
  queryFn: async ({ signal }) => {
    const query = { page_size: COUNT, with_photo: true, sort: 'active' } as const;
    return (await api.get('/search', { query, signal })).results;
  },
  // The home page is shown without people when search is not available.
  throwOnError: false,
});

/** A few members for the front page; empty where visitors may not search (spec 6.1). */
export function useShowcase(): readonly Card[] {
  const { logged_out_search: isAllowed } = useSettings();
  return useQuery({ ...showcaseQuery, enabled: isAllowed }).data ?? [];
}

/** Begins to fetch the showcase for a visitor without keeping the page waiting. */
export function startShowcase(client: QueryClient): void {
  const isVisitor = client.getQueryData(userQuery.queryKey) === null;
  const isAllowed = client.getQueryData(settingsQuery.queryKey)?.logged_out_search;
  if (isVisitor && isAllowed) void client.prefetchQuery(showcaseQuery);
}
