import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '@/api/client';
import type { Card } from '@/api/types';

/** First words of the keys of every list of people. */
const LISTS = ['members', 'likes', 'chats', 'visitors', 'newcomers', 'showcase', 'deck', 'match-finder'];

const forget = (client: QueryClient, names: readonly string[]): void =>
  client.removeQueries({ predicate: ({ queryKey }) => names.includes(String(queryKey[0])) });

/** Forgets every list of people, in which somebody may appear from now on or be missing. */
export const forgetLists = (client: QueryClient): void => forget(client, LISTS);

/** Forgets everything that may show whoever is blocked now. */
export const forgetPeople = (client: QueryClient): void => forget(client, [...LISTS, 'convo', 'ended']);

/** Blocks somebody: both are gone for each other at once, here and on the server. */
export function useBlock({ id, name }: Pick<Card, 'id' | 'name'>) {
  const client = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    mutationFn: () => api.post('/members/{member_id}/block', { path: { member_id: id } }),
    meta: { failure: t('block.failed', { name }) },
    onSuccess: () => forgetPeople(client),
  });
}
