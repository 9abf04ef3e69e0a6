import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { userQuery } from '@/api/session';

/** Stops the mails of the kind that the link came with (RFC 8058, spec 8.7). */
export function useUnsubscribe(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post('/unsubscribe/{ticket}', { path: { ticket: token } }),
    onSuccess: () => client.invalidateQueries(userQuery),
  });
}
