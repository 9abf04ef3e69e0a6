import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '@/api/client';
import type { Card } from '@/api/types';

/** First words of the keys of everything that shows people. */
const SHOWING = new Set(['members', 'likes', 'chats', 'showcase', 'convo', 'deck', 'ended']);

/** Forgets everything that may show whoever is blocked now. */
export const forgetPeople = (client: QueryClient): void =>
  client.removeQueries({ predicate: ({ queryKey }) => SHOWING.has(String(queryKey[0])) });

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
