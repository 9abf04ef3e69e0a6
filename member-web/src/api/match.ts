import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Card } from './types';

const matchKey = ['match'] as const;

/** Opens the overlay "New like!" for somebody who likes the member back (spec 2.39). */
export function showMatch(client: QueryClient, person: Card): void {
  client.setQueryData<Card | null>(matchKey, person);
}

/** Whose overlay is open, if any, and how to close it. */
export function useMatch() {
  const client = useQueryClient();
  const { data } = useQuery<Card | null>({ queryKey: matchKey, queryFn: skipToken, staleTime: Infinity });
  return { person: data ?? null, close: () => client.setQueryData(matchKey, null) };
}
