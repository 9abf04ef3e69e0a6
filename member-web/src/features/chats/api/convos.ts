import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/api-error';
import { api } from '@/api/client';
import { setCredits, setWaiting, userQuery } from '@/api/session';
import type { Schemas } from '@/api/types';
import type { Pair } from '../model/kept';
import { markSeen, showNews } from './chats';
import { Convo } from './convo';
import { fetchHead, fetchHistory } from './convo-calls';
import type { ConvoEvents } from './convo-state';
import { chatKeys } from './keys';

/** Kept until somebody else logs in: a conversation may hold messages that are not sent yet. */
const kept = { staleTime: Infinity, gcTime: Infinity };

/** A conversation by its id; raises ApiError 404 for one that is not there, alike for a block and an absence. */
export const convoQuery = (client: QueryClient, id: string) =>
  queryOptions({
    queryKey: chatKeys.convo(id),
    queryFn: async () => {
      const [head, history] = await Promise.all([fetchHead(id), fetchHistory(id)]);
      return new Convo(pairWith(client, head.profile.id), events(client, head.profile.id), head, history);
    },
    ...kept,
  });

/** The conversation with a member, or an empty one that the first message starts (spec 2.5). */
export const convoWithQuery = (client: QueryClient, memberId: string) =>
  queryOptions({
    queryKey: chatKeys.convoWith(memberId),
    queryFn: async () => {
      const { conversation_id: id, ...terms } = await api.get('/members/{member_id}/conversation', {
        path: { member_id: memberId },
      });
      return id ? client.ensureQueryData(convoQuery(client, id)) : startConvo(client, memberId, terms);
    },
    ...kept,
  });

/** A conversation as the address names it: by its own id or by the person. */
export interface Address {
  by: 'conversation' | 'member';
  id: string;
}

export const openQuery = (client: QueryClient, { by, id }: Address) =>
  by === 'member' ? convoWithQuery(client, id) : convoQuery(client, id);

type Terms = Omit<Schemas['TermsOut'], 'conversation_id'>;

async function startConvo(client: QueryClient, memberId: string, terms: Terms): Promise<Convo> {
  const profile = await api.get('/members/{member_id}', { path: { member_id: memberId } });
  const spent = { credits: 0, money: terms.cost.money && { ...terms.cost.money, minor: 0 } };
  const head = { id: null, profile, num_unread_messages: 0, other_read_seq: 0, spent, ...terms };
  return new Convo(pairWith(client, memberId), events(client, memberId), head);
}

function pairWith(client: QueryClient, partnerId: string): Pair {
  const user = client.getQueryData(userQuery.queryKey);
  if (!user) throw new ApiError(403, { code: 'accounts.login-required', authentication_required: true });
  return { memberId: user.id, partnerId };
}

/** Lets badges, balance and list follow what happens in a conversation. */
const events = (client: QueryClient, partnerId: string): ConvoEvents => ({
  onSeen: (count) => markSeen(client, partnerId, count),
  onRead: ({ total_unread: unread }) => setWaiting(client, { unread_messages: unread }),
  onSent: ({ conversation_id: id, credits }, isRepeat) => {
    if (isRepeat) void client.invalidateQueries({ queryKey: userQuery.queryKey });
    else setCredits(client, credits);
    // The conversation that the first message started has an address of its own from now on.
    const convo = client.getQueryData<Convo>(chatKeys.convoWith(partnerId));
    if (convo) void client.ensureQueryData({ ...convoQuery(client, id), queryFn: () => convo });
  },
  onNews: (state) => showNews(client, state),
});
