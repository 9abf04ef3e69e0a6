import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { enter, userQuery } from '@/api/session';

/** Takes the new address by the link that was mailed to it (spec 2.26). */
export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => api.post('/email-change/confirm', { body: { token } }),
    onSuccess: () => client.invalidateQueries(userQuery),
  });
}

/** Takes the old address back by the link that was mailed to it; every browser is logged out. */
export function useUndoEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => api.post('/email-change/undo', { body: { token } }),
    onSuccess: async () => {
      // Forgotten first: a member who is found to be logged out would be led away to the login page.
      enter(client, null);
      await client.invalidateQueries(userQuery);
    },
  });
}
