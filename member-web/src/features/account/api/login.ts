import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { enter } from '@/api/session';
import type { User } from '@/api/types';

export interface Credentials {
  email: string;
  password: string;
}

/** Logs in and makes the answer the current user (spec 7.1). */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credentials: Credentials) => api.post<User>('/session', credentials),
    onSuccess: (user) => enter(client, user),
  });
}
