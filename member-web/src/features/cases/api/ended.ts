import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';

export type EndedConversation = Schemas['EndedChatOut'];
export type EndedMessage = Schemas['EndedMessageOut'];

/** The conversations that ended lately because the other side left or somebody blocked, the newest first. */
export const endedQuery = infiniteQueryOptions({
  queryKey: ['ended'],
  queryFn: ({ pageParam, signal }) => api.get('/ended-conversations', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: ({ has_more: hasMore }, _pages, page) => (hasMore ? page + 1 : undefined),
});

/** What was said in one of them: the newest messages, then those before. */
export const endedMessagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['ended', id],
    queryFn: ({ pageParam, signal }) =>
      api.get('/ended-conversations/{conversation_id}/messages', {
        path: { conversation_id: id },
        query: { before: pageParam },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ has_more: hasMore, messages }) => (hasMore ? (messages[0]?.seq ?? null) : null),
    throwOnError: false,
  });
