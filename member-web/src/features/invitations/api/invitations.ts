import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';

export type Invitation = Schemas['InvitationOut'];
export type Invitations = Schemas['InvitationsOut'];

/** The member's invitations, and how many more there may be (spec 6.2, 3.2 member_resell). */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => api.get('/invitations', { signal }),
});

/** Makes an invitation for one person. */
export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post('/invitations'),
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
}

/** Takes an invitation back. */
export function useRevoke(failure: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete('/invitations/{invitation_id}', { path: { invitation_id: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
    meta: { failure },
  });
}
