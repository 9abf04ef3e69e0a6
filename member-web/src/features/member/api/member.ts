import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '@/api/client';
import { useMember, useUser } from '@/api/session';
import type { Card, Cost, Schemas } from '@/api/types';
import { visitorQuery } from '@/shared/visitor/may-look';
import { memberKeys } from './keys';

export type MemberProfile = Schemas['MemberProfileOut'];
/** The addresses of a locked photo are those of its blurred files. */
export type Photo = Schemas['MemberPhotoOut'];

/** A whole profile; raises ApiError 404 alike for a block and for an absence (spec 6.7). */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: memberKeys.member(id),
    queryFn: ({ signal }) =>
      api.get('/members/{member_id}', { path: { member_id: id }, query: visitorQuery(), signal }),
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

/** Tells the server that the member opened this profile; it clears the flag of a new like (spec 4.10). */
export function useVisit({ id, has_liked_me: hasLiked }: MemberProfile): void {
  const client = useQueryClient();
  const user = useUser();
  const visits = user !== null && user.id !== id;
  useEffect(() => {
    if (!visits) return;
    const tell = async () => {
      await api.post('/members/{member_id}/visit', { path: { member_id: id } });
      if (hasLiked) await Promise.all(['likes', 'user'].map((name) => client.invalidateQueries({ queryKey: [name] })));
    };
    // A visit that could not be told is no loss to the member.
    tell().catch(() => undefined);
  }, [client, hasLiked, id, visits]);
}
