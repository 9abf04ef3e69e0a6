import { replaceEqualDeep } from '@tanstack/react-query';
import type { Schemas } from '@/api/types';

export type Message = Schemas['MessageOut'];
/** A gift that can be sent, with its price. */
export type GiftOffer = Schemas['GiftOfferOut'];

/** A photo that is not sent yet: the file, its address on this page, and how much of it is on its way (0 to 1). */
export interface UnsentPhoto {
  file: File;
  src: string;
  part: number;
}

/** A message that the member wrote and the server has not confirmed. */
export interface Unsent {
  /** Idempotency-Key of every try, so that a repeat neither sends nor charges twice. */
  key: string;
  /** In milliseconds since 1970. */
  writtenAt: number;
  /** The words, or the note beside a gift or a photo. */
  body: string;
  gift?: GiftOffer | undefined;
  photo?: UnsentPhoto | undefined;
  state: 'waiting' | 'sending' | 'failed';
  /** What the last try came to; none for one that a closed page interrupted. */
  error?: unknown;
  /** The member said to know that the profile is fictional. */
  isAcknowledged?: boolean | undefined;
  /** The conversation that the first try went to, null where it was to begin one: a key holds for one request only. */
  to?: string | null | undefined;
}

/** Joins messages, in order and each once; of two copies the newer answer counts, where it says something new. */
export function mergeMessages(known: readonly Message[], more: readonly Message[]): readonly Message[] {
  if (more.length === 0) return known;
  const bySeq = new Map(known.map((message) => [message.seq, message]));
  for (const message of more) bySeq.set(message.seq, newer(bySeq.get(message.seq), message));
  const merged = [...bySeq.values()].sort((one, other) => one.seq - other.seq);
  const isSame = merged.length === known.length && merged.every((message, index) => message === known[index]);
  return isSame ? known : merged;
}

/** The newer copy; an own photo stays on the screen as the member chose it until the server has its own. */
function newer(known: Message | undefined, message: Message): Message {
  const local = isLocal(known) && message.photo?.status === 'processing' ? known?.photo : null;
  return replaceEqualDeep(known, local ? { ...message, photo: local } : message);
}

/** Whether a message shows a photo from this device. */
export const isLocal = (message: Message | undefined): boolean => message?.photo?.preview?.startsWith('blob:') ?? false;

/** The number after which everything is settled: from the first photo that is still being processed on, ask anew. */
export function settledTo(messages: readonly Message[], wholeTo: number): number {
  const open = messages.find(({ photo }) => photo?.status === 'processing');
  return open ? Math.min(open.seq - 1, wholeTo) : wholeTo;
}

/** A message in one line: its words, or the name of the gift or photo before its note. */
export const summary = ({ kind, gift, body }: Pick<Message, 'kind' | 'gift' | 'body'>, photo: string): string =>
  [gift?.name ?? (kind === 'photo' && photo), body].filter(Boolean).join(': ');

/** The first message that the member had not read when the conversation was opened. */
export const firstUnread = (messages: readonly Message[]): number | null =>
  messages.find((message) => !message.is_mine && !message.is_read)?.seq ?? null;

/** What stands in the log beside messages. */
export type LogItem =
  | { type: 'day'; day: string; sentAt: string }
  | { type: 'new' }
  | { type: 'message'; message: Message };

/** The messages with a line where a day begins and one where the unread ones begin; `before` is the one before. */
export function logItems(messages: readonly Message[], newFrom: number | null, before?: Message): LogItem[] {
  let day = before ? new Date(before.sent_at).toDateString() : '';
  return messages.flatMap((message) => {
    const own = new Date(message.sent_at).toDateString();
    const items: LogItem[] = own === day ? [] : [{ type: 'day', day: own, sentAt: message.sent_at }];
    day = own;
    if (message.seq === newFrom) items.push({ type: 'new' });
    return [...items, { type: 'message', message }];
  });
}

/** One's own photo as it is on this device, until the server has its own copy. */
export const withPicture = (message: Message, src: string | undefined): Message =>
  message.photo && src ? { ...message, photo: { ...message.photo, preview: src, full: src } } : message;

/** A message whose hints the member dismissed. */
export const withoutHints = (message: Message): Message => ({ ...message, hints: [] });

/** Lets go of own photos on this device that the server shows now. */
export function forgetPictures(before: readonly Message[], after: readonly Message[]): void {
  const kept = new Set(after.map(({ photo }) => photo?.preview));
  for (const message of before) {
    const { preview } = message.photo ?? {};
    if (preview && isLocal(message) && !kept.has(preview)) URL.revokeObjectURL(preview);
  }
}
