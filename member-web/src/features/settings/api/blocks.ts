import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { settingsKeys } from './keys';

export type Blocked = Schemas['BlockedMemberOut'];

/** Whom the member blocked, the latest first. */
export const blocksQuery = queryOptions({
  queryKey: settingsKeys.blocks,
  queryFn: ({ signal }) => api.get('/blocks', { signal }),
  throwOnError: false,
});

/** First words of the keys of everything in which somebody may appear again. */
const SHOWING = new Set(['members', 'likes', 'chats', 'visitors', 'newcomers']);

/** Lifts the member's own block. */
export function useUnblock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete('/members/{member_id}/block', { path: { member_id: id } }),
    onSuccess: () => client.removeQueries({ predicate: ({ queryKey }) => SHOWING.has(String(queryKey[0])) }),
    onSettled: () => client.invalidateQueries({ queryKey: settingsKeys.blocks }),
  });
}
