import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { enter } from '@/api/session';

export interface Credentials {
  email: string;
  password: string;
}

/** Logs in and makes the answer the current user (spec 7.1). */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credentials: Credentials) => api.post('/session', { body: credentials }),
    onSuccess: (user) => enter(client, user),
  });
}

/** Mails the way back to an account that is about to be erased, once more (spec 8.3). */
export function useMailReactivation() {
  return useMutation({
    mutationFn: (credentials: Credentials) => api.post('/reactivation/mail', { body: credentials }),
  });
}
