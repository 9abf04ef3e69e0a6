import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { conversationsOf } from '../model/lines';

export type Credits = Schemas['CreditsOut'];
export type Line = Schemas['EntryOut'];
type Conversation = Schemas['ConversationOut'];

const SAVED = ['saved-methods'] as const;

/** The member's credits, the newest lines, and what this month cost so far (promise 3). */
export const creditsQuery = queryOptions({
  queryKey: ['credits'],
  queryFn: ({ signal }) => api.get('/credits', { signal }),
});

export const savedMethodsQuery = queryOptions({
  queryKey: SAVED,
  queryFn: ({ signal }) => api.get('/saved-methods', { signal }),
  // The page stands without the saved ways to pay.
  throwOnError: false,
});

/** What was spent in the conversations of the newest lines; one that is gone is left out. */
const spendingQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['spending', ...ids],
    queryFn: async ({ signal }) => {
      const asked = ids.map((id) =>
        api.get('/conversations/{conversation_id}', { path: { conversation_id: id }, signal }),
      );
      const answers = await Promise.allSettled(asked);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    },
  });

export const useSpending = (lines: readonly Line[]): readonly Conversation[] =>
  useQuery(spendingQuery(conversationsOf(lines))).data ?? [];

export const useSavedMethods = () => useQuery(savedMethodsQuery).data ?? [];

/** Forgets a saved way to pay, here and at the provider. */
export function useForget() {
  const client = useQueryClient();
  const { t } = useTranslation('wallet');
  return useMutation({
    mutationFn: (id: string) => api.delete('/saved-methods/{mandate_id}', { path: { mandate_id: id } }),
    meta: { failure: t('saved.failed') },
    onSettled: () => Promise.all([SAVED, ['shop']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
