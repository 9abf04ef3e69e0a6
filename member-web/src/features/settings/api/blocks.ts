import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { forgetLists } from '@/shared/block/block';
import { settingsKeys } from './keys';

export type Blocked = Schemas['BlockedMemberOut'];

/** Whom the member blocked, the latest first. */
export const blocksQuery = queryOptions({
  queryKey: settingsKeys.blocks,
  queryFn: ({ signal }) => api.get('/blocks', { signal }),
  throwOnError: false,
});

/** Lifts the member's own block. */
export function useUnblock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete('/members/{member_id}/block', { path: { member_id: id } }),
    onSuccess: () => forgetLists(client),
    onSettled: () => client.invalidateQueries({ queryKey: settingsKeys.blocks }),
  });
}
