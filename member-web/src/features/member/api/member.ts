import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '@/api/client';
import { useMember, userQuery, useUser } from '@/api/session';
import type { Card, Cost, Schemas } from '@/api/types';
import { visitorQuery } from '@/shared/visitor/may-look';
import { memberKeys } from './keys';

export type MemberProfile = Schemas['MemberProfileOut'];
/** The addresses of a locked photo are those of its blurred files. */
export type Photo = Schemas['MemberPhotoOut'];

/**
 * A whole profile; raises ApiError 404 alike for a block and for an absence (spec 6.7). The server notes that a member
 * opened it.
 */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: memberKeys.member(id),
    queryFn: ({ client, signal }) => {
      const user = client.getQueryData(userQuery.queryKey);
      const query = user ? { visit: user.id !== id } : visitorQuery();
      return api.get('/members/{member_id}', { path: { member_id: id }, query, signal });
    },
  });

/** People like this one, none where nobody can say, and whether they are still on their way. */
export function useSimilar(id: string): { people: readonly Card[]; isLoading: boolean } {
  const { data: people = [], isLoading } = useQuery({
    queryKey: memberKeys.similar(id),
    queryFn: async ({ signal }) =>
      (await api.get('/members/{member_id}/similar', { path: { member_id: id }, query: visitorQuery(), signal }))
        .results,
    throwOnError: false,
  });
  return { people, isLoading };
}

/** The terms of the next message to this person. */
export const termsQuery = (id: string) =>
  queryOptions({
    queryKey: memberKeys.conversation(id),
    queryFn: ({ signal }) => api.get('/members/{member_id}/conversation', { path: { member_id: id }, signal }),
    throwOnError: false,
  });

/**
 * What the next message to this person costs (an answer may cost something else than a first message), and whether it
 * would be the first one.
 */
export function useTerms(id: string): { cost: Cost; isFirst: boolean } {
  const { message_cost: usual } = useMember();
  const { data: terms } = useQuery(termsQuery(id));
  return { cost: terms?.cost ?? usual, isFirst: terms?.conversation_id === null };
}

/** Clears the flag of a new like at once, whose badge the member sees (spec 4.10). */
export function useVisit({ id, has_liked_me: hasLiked }: MemberProfile): void {
  const client = useQueryClient();
  const user = useUser();
  const clears = hasLiked && user !== null && user.id !== id;
  useEffect(() => {
    if (!clears) return;
    const tell = async () => {
      await api.post('/members/{member_id}/visit', { path: { member_id: id } });
      await Promise.all(['likes', 'user'].map((name) => client.invalidateQueries({ queryKey: [name] })));
    };
    // A visit that could not be told is no loss to the member.
    tell().catch(() => undefined);
  }, [client, clears, id]);
}
