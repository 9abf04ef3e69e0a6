import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { userQuery } from '@/api/session';

/** Confirms the address that a mailed link belongs to (spec 4.1); the badge of the unconfirmed goes at once. */
export function useActivate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => api.post('/activation', { body: { token } }),
    onSuccess: () => client.invalidateQueries(userQuery),
  });
}

/** Mails a new activation link to the member who is logged in. */
export function useResendActivation() {
  return useMutation({ mutationFn: () => api.post('/activation/resend') });
}
