import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { enter, userQuery } from '@/api/session';

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

/** Mails a link to set a new password (spec 8.6). */
export function useRequestReset() {
  return useMutation({ mutationFn: (email: string) => api.post('/password-reset', { body: { email } }) });
}

export interface NewPassword {
  token: string;
  password: string;
  password_repeat: string;
}

/** Sets a new password by a mailed link and enters; the user is null for who left and has to come back first. */
export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (reset: NewPassword) => {
      await api.post('/password-reset/confirm', { body: reset });
      return client.fetchQuery({ ...userQuery, staleTime: 0 });
    },
    onSuccess: (user) => enter(client, user),
  });
}
