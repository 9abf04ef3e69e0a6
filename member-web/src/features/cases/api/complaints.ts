import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useUser } from '@/api/session';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';

export type Complaint = Schemas['ComplaintOut'];
/** A complaint that was just taken in, with the key that opens it without a login. */
export type ReceivedComplaint = Schemas['ReceivedComplaintOut'];
export type Topic = Complaint['topic'];
export type NewComplaint = Omit<Schemas['ComplaintIn'], 'form'>;

const LIST = ['complaints'] as const;
const one = (id: string) => ['complaints', id] as const;

/** The member's complaints, the newest first. */
export const complaintsQuery = queryOptions({
  queryKey: LIST,
  queryFn: ({ signal }) => api.get('/complaints', { signal }),
});

/** One complaint, for the member who made it or whoever has its key. */
export const complaintQuery = (id: string, key: string) =>
  queryOptions({
    queryKey: one(id),
    queryFn: ({ signal }) =>
      api.get('/complaints/{complaint_id}', { path: { complaint_id: id }, query: { key }, signal }),
  });

/** What a visitor's form brings back; it is asked for when the form opens, so that the server knows how long one wrote. */
function useVisitorsForm() {
  const user = useUser();
  return useQuery({
    queryKey: [...LIST, 'form'],
    queryFn: ({ signal }) => api.get('/complaints/form', { signal }),
    enabled: user === null,
    throwOnError: false,
    staleTime: 60 * 60_000,
  });
}

/** Sends a complaint, as a member or with an address. */
export function useComplain() {
  const client = useQueryClient();
  const form = useVisitorsForm();
  return useMutation({
    mutationFn: (complaint: NewComplaint) =>
      api.post('/complaints', { body: { ...complaint, form: form.data?.form ?? '' } }),
    onSuccess: (complaint) => {
      client.setQueryData<Complaint>(one(complaint.id), complaint);
      void client.invalidateQueries({ queryKey: LIST, exact: true });
    },
    // A form that was refused is used up.
    onError: () => client.invalidateQueries({ queryKey: [...LIST, 'form'] }),
  });
}

/** Adds words to a complaint. */
export function useReply(id: string, key: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      api.post('/complaints/{complaint_id}/messages', { path: { complaint_id: id }, body: { text }, query: { key } }),
    onSuccess: (complaint) => {
      client.setQueryData(one(id), complaint);
      void client.invalidateQueries({ queryKey: LIST, exact: true });
    },
  });
}
