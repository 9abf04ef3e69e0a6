import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '@/i18n/locales';
import { forgetLogin, noteLogin } from '@/lib/login-note';
import { api } from './client';
import { ApiError } from './api-error';
import type { Settings, User } from './types';

/** The current user, null for a visitor; shared by every feature. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    try {
      return await api.get('/me', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.authenticationRequired) return null;
      throw error;
    }
  },
  staleTime: Infinity,
});

/** The site's settings; they come with the page and stay for its life. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.get('/settings', { signal }),
  staleTime: Infinity,
});

export const pageKey = (token: string, language: string) => ['page', token, language] as const;

export const useSettings = (): Settings => useSuspenseQuery(settingsQuery).data;

export const useUser = (): User | null => useQuery(userQuery).data ?? null;

/** The user on a page that only members reach; raises for a visitor. Until the page is gone it stays its member's. */
export function useMember(): User {
  const now = useUser();
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  const user = now ?? last;
  if (!user) throw new ApiError(403, { code: 'accounts.login-required', authentication_required: true });
  return user;
}

/** Replaces the user, by their own doing, and forgets what another one may not see. */
export function enter(client: QueryClient, user: User | null): void {
  if (user) noteLogin();
  else forgetLogin();
  replaceUser(client, user);
}

/** The login ended without the member's doing: the login page will say so. */
export const endLogin = (client: QueryClient): void => replaceUser(client, null);

// What does not depend on who is logged in. An invitation that somebody has just signed up with is used up: asked about
// again, it would be called closed on the page that they are leaving.
const KEPT = new Set(['user', 'settings', 'invitation', 'page', 'reference', 'regions', 'places', 'prices', 'lander']);

const dependsOnUser = ({ queryKey }: Query): boolean => !KEPT.has(String(queryKey[0]));

function replaceUser(client: QueryClient, user: User | null): void {
  const wasVisitor = client.getQueryData(userQuery.queryKey) === null;
  // What a visitor is looking at stays until it has come as their own; a member's is nobody else's.
  const type = user && wasVisitor ? 'inactive' : 'all';
  client.removeQueries({ type, predicate: dependsOnUser });
  // An answer that is under way is about who was here before.
  void client.cancelQueries(userQuery);
  client.setQueryData(userQuery.queryKey, user);
  void client.invalidateQueries({ predicate: dependsOnUser });
}

/** Writes what the server said is waiting into the user, so that badges and title follow at once. */
export function setWaiting(client: QueryClient, waiting: Partial<Pick<User, 'unread_messages' | 'new_likes'>>): void {
  client.setQueryData(userQuery.queryKey, (user) => user && { ...user, ...waiting });
}

/** Writes the balance that a spending answer carries into the user. */
export function setCredits(client: QueryClient, credits: number): void {
  client.setQueryData(userQuery.queryKey, (user) => user && { ...user, credits });
}

/** Saves the chosen language; for a member it is the language of mails too (spec 1.9). */
export function useSaveLanguage() {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (language: Language) => api.put('/me/language', { body: { language } }),
    meta: { failure: t('language.notSaved') },
  });
}

/** Ends the session on the server, leaves the page, and then forgets the member, whose page it was. */
export function useLogout(leave: () => void | Promise<void>) {
  const client = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    // Before the server tells this browser's other tabs.
    onMutate: forgetLogin,
    mutationFn: () => api.delete('/session'),
    onSuccess: async () => {
      await leave();
      enter(client, null);
    },
    meta: { failure: t('account.logoutFailed') },
  });
}
