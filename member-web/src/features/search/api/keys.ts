import type { ApiQuery } from '../model/filters';

/** Keys of what the search keeps. */
export const membersKeys = {
  search: (query: ApiQuery) => ['members', 'search', query] as const,
  facets: (query: ApiQuery) => ['members', 'facets', query] as const,
};
