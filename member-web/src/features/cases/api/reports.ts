import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { forgetPeople } from '@/shared/block/block';

export type Report = Schemas['ReportOut'];
type Wish = Schemas['ReportIn'];

/** What is reported. */
export type ReportSubject =
  | { kind: 'profile'; member_id: string }
  | { kind: 'photo'; member_id: string; photo_id: string }
  | { kind: 'message'; message_id: string };

/** What the member says about it. */
export type ReportAnswer = Required<Pick<Wish, 'words' | 'block'>> & Pick<Wish, 'reason'>;

const REPORTS = ['reports'] as const;

/** What the member reported, the newest first. */
export const reportsQuery = queryOptions({
  queryKey: REPORTS,
  queryFn: ({ signal }) => api.get('/reports', { signal }),
});

/** Reports something, and blocks the person in the same step where that is wanted. */
export function useReport(subject: ReportSubject) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: ReportAnswer) => api.post('/reports', { body: { ...subject, ...answer } }),
    onSuccess: (_report, { block }) => {
      void client.invalidateQueries({ queryKey: REPORTS });
      if (block) forgetPeople(client);
    },
  });
}
