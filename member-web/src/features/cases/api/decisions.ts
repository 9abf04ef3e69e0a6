import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';

/** What was decided about a member, with the reasons. */
export type Decision = Schemas['ReasonsOut'];
export type Appeal = Schemas['AppealOut'];
/** That somebody with whom the member wrote was removed for fraud. */
export type Notice = Schemas['NoticeOut'];

const one = (id: string) => ['cases', id] as const;

/** What concerns the member, the newest first. */
export const casesQuery = queryOptions({
  queryKey: ['cases'],
  queryFn: ({ signal }) => api.get('/cases', { signal }),
});

/** A decision, for whom it is about, by login or by the key of the mailed link. */
export const decisionQuery = (id: string, key: string) =>
  queryOptions({
    queryKey: one(id),
    queryFn: ({ signal }) => api.get('/cases/{decision_id}', { path: { decision_id: id }, query: { key }, signal }),
  });

/** Objects to a decision. */
export function useAppeal(id: string, key: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (words: string) =>
      api.post('/cases/{decision_id}/appeal', { path: { decision_id: id }, body: { words }, query: { key } }),
    onSuccess: (decision) => client.setQueryData(one(id), decision),
  });
}
