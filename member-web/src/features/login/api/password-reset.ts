import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { enter, userQuery } from '@/api/session';

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
