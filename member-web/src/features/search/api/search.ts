import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Card, Schemas } from '@/api/types';
import { mayLookNow, needsLogin, visitorQuery } from '@/shared/visitor/may-look';
import { apiQuery, readFilters, type Filters } from '../model/filters';
import { membersKeys } from './keys';

export const PAGE_SIZE = 24;
/** Results stay fresh this long, in milliseconds, so that going back finds the list as it was left. */
const FRESH_MS = 5 * 60_000;
const KEPT_MS = 30 * 60_000;

/** `total` counts real members only, up to 1,000; `similar` people almost fit and come with the last page. */
export type SearchPage = Schemas['SearchOut'];
export type Facets = Schemas['FacetsOut'];

const searchQuery = (filters: Filters) => {
  const query = apiQuery(filters);
  return infiniteQueryOptions({
    queryKey: membersKeys.search(query),
    queryFn: ({ pageParam, signal }) =>
      api.get('/search', { query: { ...query, page: pageParam, page_size: PAGE_SIZE, ...visitorQuery() }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    // Only members may look: the page shows the ways in instead.
    throwOnError: (error, { state }) => state.data === undefined && !needsLogin(error),
  });
};

const facetsQuery = (filters: Filters) => {
  const query = apiQuery(filters);
  return queryOptions({
    queryKey: membersKeys.facets(query),
    queryFn: ({ signal }) => api.get('/search/facets', { query: { ...query, ...visitorQuery() }, signal }),
    staleTime: FRESH_MS,
    // The counts beside the filters are a help only.
    throwOnError: false,
  });
};

/** People who fit, a page at a time; the old ones stay in sight while new ones are looked for. */
export function useSearch(filters: Filters) {
  return useInfiniteQuery({ ...searchQuery(filters), placeholderData: keepPreviousData });
}

/** How many people there are for each value of a filter; undefined while it loads, null where it could not be had. */
export function useFacets(filters: Filters): Facets | null | undefined {
  const { data, isError } = useQuery({ ...facetsQuery(filters), placeholderData: keepPreviousData });
  return isError ? null : data;
}

/** Begins the search that an address asks for, without keeping the page waiting. */
export function startSearchAt(client: QueryClient, address: URLSearchParams): void {
  if (!mayLookNow(client)) return;
  const filters = readFilters(address);
  void client.prefetchInfiniteQuery(searchQuery(filters));
  void client.prefetchQuery(facetsQuery(filters));
}

/** Everybody found so far, once each: people move between pages while they are turned. */
export const everybody = (pages: readonly SearchPage[]): Card[] => [
  ...new Map(pages.flatMap(({ results }) => results).map((card) => [card.id, card])).values(),
];
