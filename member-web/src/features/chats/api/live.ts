import { skipToken, useQuery, type Query, type QueryClient } from '@tanstack/react-query';
import { TYPING_SHOWN } from '../model/polling';
import type { Convo } from './convo';
import { chatKeys } from './keys';

/** Lets a conversation, or every one, ask for what happened. One that is being loaded asks once it is there. */
export async function hearConvos(client: QueryClient, isWhole: boolean, id?: string): Promise<void> {
  const queries = client.getQueryCache().findAll({ queryKey: id ? chatKeys.convo(id) : chatKeys.convos });
  const convos = new Set(await Promise.all(queries.map((query) => loaded(query))));
  await Promise.all([...convos].map(async (convo) => convo?.hear(isWhole)));
}

async function loaded({ state, promise }: Query): Promise<Convo | undefined> {
  const found = state.data ?? (await promise?.catch(() => undefined));
  return found as Convo | undefined;
}

/** Whether somebody looks at the conversation, which then brings list and totals along. */
export const isWatched = (client: QueryClient, id: string): boolean =>
  client.getQueryData<Convo>(chatKeys.convo(id))?.isWatched ?? false;

/**
 * A message is there: nobody writes it any more. A conversation that was empty here until the other side wrote first
 * has an address of its own now.
 */
export function arrive(client: QueryClient, id: string, fromId: string): void {
  client.setQueryData<number>(chatKeys.typing(id), (until) => until && 0);
  const convo = client.getQueryData<Convo>(chatKeys.convoWith(fromId));
  if (!convo || convo.getSnapshot().head.id) return;
  convo.begin(id);
  client.setQueryData(chatKeys.convo(id), convo);
}

/** Shows for six seconds, in the conversation and in the list, that the other side is writing. */
export function hearTyping(client: QueryClient, id: string): void {
  client.getQueryData<Convo>(chatKeys.convo(id))?.hearTyping();
  const until = Date.now() + TYPING_SHOWN;
  const key = chatKeys.typing(id);
  client.setQueryData<number>(key, until);
  setTimeout(() => client.setQueryData<number>(key, (newest) => (newest === until ? 0 : newest)), TYPING_SHOWN);
}

/** The light beside the person in an open conversation. */
export function hearPresence(client: QueryClient, memberId: string, isOnline: boolean): void {
  client.getQueriesData<Convo>({ queryKey: chatKeys.convos }).forEach(([, convo]) => {
    convo?.hearPresence(memberId, isOnline);
  });
}

/** Whether the other side of a conversation in the list is writing. */
export const useIsTyping = (id: string): boolean =>
  Boolean(useQuery<number>({ queryKey: chatKeys.typing(id), queryFn: skipToken, staleTime: Infinity }).data);
