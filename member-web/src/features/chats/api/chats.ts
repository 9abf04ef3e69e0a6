import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import { setWaiting, userQuery } from '@/api/session';
import type { Schemas } from '@/api/types';
import { i18n } from '@/i18n';
import { summary } from '../model/messages';
import type { ConvoState } from './convo-state';
import { chatKeys } from './keys';

/** A line of the chat list (spec 3.9). */
export type Chat = Schemas['ChatOut'];
type ChatsPage = Schemas['ChatsOut'];
/** As much of the list as is loaded. */
type ChatList = InfiniteData<ChatsPage>;
/** What names a conversation and the person in it. */
export type ChatName = Pick<Chat, 'id' | 'profile'>;

export const chatsQuery = infiniteQueryOptions({
  queryKey: chatKeys.list,
  queryFn: ({ pageParam, signal }) => api.get('/conversations', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: ({ has_more: hasMore }, _, page) => (hasMore ? page + 1 : undefined),
});

/** The chat list, newest first; refreshed with the user (spec 9.4). */
export function useChats() {
  const { data, ...query } = useInfiniteQuery(chatsQuery);
  return { ...query, chats: data && linesOf(data) };
}

/** Each conversation once: one that moved up between two pages was counted twice. */
function linesOf({ pages }: ChatList): Chat[] {
  const lines = pages.flatMap(({ conversations }) => conversations);
  return [...new Map(lines.reverse().map((chat) => [chat.id, chat])).values()].reverse();
}

/** Takes a conversation off the list at once, then tells the server; on failure the list is loaded anew (spec 4.9). */
export function useRemoveChat() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ChatName) => api.delete('/conversations/{conversation_id}', { path: { conversation_id: id } }),
    onMutate: async (chat) => {
      await client.cancelQueries({ queryKey: chatKeys.list });
      setLines(client, (chats) => chats.filter(({ id }) => id !== chat.id));
    },
    onSuccess: (_, chat) => forgetConvo(client, chat),
    onError: () => client.invalidateQueries({ queryKey: chatKeys.list }),
  });
}

/** Forgets what was loaded of a conversation; it is asked for anew when it is opened again. */
export function forgetConvo(client: QueryClient, { id, profile }: ChatName): void {
  client.removeQueries({ queryKey: chatKeys.convo(id) });
  client.removeQueries({ queryKey: chatKeys.convoWith(profile.id) });
}

/** The member sees what was unread: line and badge fall before the server has answered (spec 4.8). */
export function markSeen(client: QueryClient, partnerId: string, count: number): void {
  setLines(client, (chats) =>
    chats.map((chat) => (chat.profile.id === partnerId ? { ...chat, num_unread_messages: 0 } : chat)),
  );
  takeUnread(client, count);
}

/** Brings the newest message of an open conversation into the list, at its top; a new conversation needs a reload. */
export function showNews(client: QueryClient, { head, messages }: ConvoState): void {
  const last = messages.at(-1);
  const list = client.getQueryData(chatsQuery.queryKey);
  const line = list && linesOf(list).find(({ profile }) => profile.id === head.profile.id);
  if (!line || !last) {
    void client.invalidateQueries({ queryKey: chatKeys.list });
    return;
  }
  if (last.seq <= line.last_message.seq) return;
  const { seq, is_mine, sent_at, kind } = last;
  const newest = {
    ...line,
    last_message: { seq, is_mine, sent_at, kind, excerpt: summary(last, i18n.t('chats:photo.name')) },
    last_at: sent_at,
  };
  setLines(client, (chats, page) => [...(page === 0 ? [newest] : []), ...chats.filter(({ id }) => id !== line.id)]);
}

function setLines(client: QueryClient, change: (chats: Chat[], page: number) => Chat[]): void {
  client.setQueryData(
    chatsQuery.queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, index) => ({ ...page, conversations: change(page.conversations, index) })),
      },
  );
}

function takeUnread(client: QueryClient, count: number): void {
  const unread = client.getQueryData(userQuery.queryKey)?.unread_messages ?? 0;
  setWaiting(client, { unread_messages: Math.max(0, unread - count) });
}
