import type { Schemas } from '@/api/types';

export type Message = Schemas['MessageOut'];
/** A gift that can be sent, with its price. */
export type GiftOffer = Schemas['GiftOfferOut'];

/** A message that the member wrote and the server has not confirmed. */
export interface Unsent {
  /** Idempotency-Key of every try, so that a repeat neither sends nor charges twice. */
  key: string;
  /** The words, or the note beside a gift. */
  body: string;
  gift?: GiftOffer | undefined;
  state: 'waiting' | 'sending' | 'failed';
  /** What the last try came to; none for one that a closed page interrupted. */
  error?: unknown;
  /** The member said to know that the profile is fictional. */
  isAcknowledged?: boolean;
}

/** Joins messages, in order and each once; of two copies the newer answer counts. */
export function mergeMessages(known: readonly Message[], more: readonly Message[]): readonly Message[] {
  if (more.length === 0) return known;
  const bySeq = new Map([...known, ...more].map((message) => [message.seq, message]));
  return [...bySeq.values()].toSorted((one, other) => one.seq - other.seq);
}

/** A message in one line: its words, or the name of the gift before its note. */
export const summary = ({ gift, body }: Pick<Message, 'gift' | 'body'>): string =>
  [gift?.name, body].filter(Boolean).join(': ');

/** The first message that the member had not read when the conversation was opened. */
export const firstUnread = (messages: readonly Message[]): number | null =>
  messages.find((message) => !message.is_mine && !message.is_read)?.seq ?? null;

/** What stands in the log beside messages. */
export type LogItem =
  { type: 'day'; day: string; sentAt: string } | { type: 'new' } | { type: 'message'; message: Message };

/** The messages with a line where a day begins and one where the unread ones begin. */
export function logItems(messages: readonly Message[], newFrom: number | null): LogItem[] {
  let day = '';
  return messages.flatMap((message) => {
    const own = new Date(message.sent_at).toDateString();
    const items: LogItem[] = own === day ? [] : [{ type: 'day', day: own, sentAt: message.sent_at }];
    day = own;
    if (message.seq === newFrom) items.push({ type: 'new' });
    return [...items, { type: 'message', message }];
  });
}
