import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Card, Schemas } from '@/api/types';

export const matchKey = ['match'] as const;

/** Whom the overlay "New like!" shows, and why: a match, or a hello that we said for the member (spec 2.39, 4.11). */
export interface NewLike {
  id: string;
  name: string;
  fictional: string | null;
  picture: string | null;
  how: 'match' | 'hello';
}

/** Opens the overlay "New like!" for somebody who likes the member back (spec 2.39). */
export function showMatch(client: QueryClient, { id, name, fictional_label: fictional, photo }: Card): void {
  show(client, { id, name, fictional, picture: photo?.match ?? null, how: 'match' });
}

/** Opens the overlay "New like!" for somebody to whom we said hello for the member (spec 4.11). */
export function showHello(client: QueryClient, { id, name, fictional_label: fictional, main_image }: Greeted): void {
  show(client, { id, name, fictional, picture: main_image?.match ?? null, how: 'hello' });
}

type Greeted = Schemas['OverlayOut'];

const show = (client: QueryClient, person: NewLike) => client.setQueryData<NewLike | null>(matchKey, person);

/** Whose overlay is open, if any, and how to close it. */
export function useMatch() {
  const client = useQueryClient();
  const { data } = useQuery<NewLike | null>({ queryKey: matchKey, queryFn: skipToken, staleTime: Infinity });
  return { person: data ?? null, close: () => client.setQueryData(matchKey, null) };
}
