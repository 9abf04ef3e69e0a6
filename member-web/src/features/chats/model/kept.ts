import { createSignal } from '@/lib/events';
import { localStore } from '@/lib/safe-storage';
import type { Unsent } from './messages';

/** The two sides of a conversation: whose device it is, and who is written to. */
export interface Pair {
  memberId: string;
  partnerId: string;
}

const draftKey = ({ memberId, partnerId }: Pair) => `hearth-draft-${memberId}-${partnerId}`;
const giftKey = ({ memberId, partnerId }: Pair) => `hearth-gift-${memberId}-${partnerId}`;
const unsentKey = ({ memberId, partnerId }: Pair) => `hearth-unsent-${memberId}-${partnerId}`;

/** What the member began to write, from this device. */
export const readDraft = (pair: Pair): string => localStore.getItem(draftKey(pair)) ?? '';

export function keepDraft(pair: Pair, text: string): void {
  keep(draftKey(pair), text);
}

/** A gift that the member chose and did not send yet. */
export interface GiftChoice {
  key: string;
  note: string;
}

export const readGift = (pair: Pair): GiftChoice =>
  JSON.parse(localStore.getItem(giftKey(pair)) ?? '{"key":"","note":""}') as GiftChoice;

export function keepGift(pair: Pair, choice: GiftChoice): void {
  keep(giftKey(pair), choice.key || choice.note ? JSON.stringify(choice) : '');
}

/** The server forgets a key after 48 hours, and would then take another try for another message. */
const KEY_LIFE = 47 * 3_600_000;

/** Whether another try with its key could send and charge a message twice. */
const isLate = ({ writtenAt }: Pick<Unsent, 'writtenAt'>): boolean => !(Math.abs(Date.now() - writtenAt) < KEY_LIFE);

type Stored = Pick<Unsent, 'key' | 'writtenAt' | 'body' | 'gift' | 'to' | 'isAcknowledged'>;

const readStored = (pair: Pair): Stored[] => JSON.parse(localStore.getItem(unsentKey(pair)) ?? '[]') as Stored[];

/**
 * Messages that had no answer yet when the page was closed; each keeps its key and the request that it stands for, so
 * that another try is safe. Those that it is too late for are given back.
 */
export function readUnsent(pair: Pair): Unsent[] {
  const stored = readStored(pair);
  const late = stored.filter((one) => isLate(one));
  if (late.length > 0) giveBack(pair, late);
  return stored.filter((one) => !isLate(one)).map((one) => Object.assign(one, { state: 'failed' as const }));
}

/** Keeps a page's messages in the place of those that it had `before`; those of other tabs stay. */
export function keepUnsent(pair: Pair, unsent: readonly Unsent[], before: readonly Stored[]): void {
  const own = new Set([...before, ...unsent].map(({ key }) => key));
  const others = readStored(pair).filter(({ key }) => !own.has(key));
  // A photo is too large to keep; where it arrived it stands in the history, else it is chosen again.
  const stored = unsent
    .filter(({ photo }) => !photo)
    .map(({ key, writtenAt, body, gift, to, isAcknowledged }) => ({ key, writtenAt, body, gift, to, isAcknowledged }));
  keep(unsentKey(pair), others.length + stored.length > 0 ? JSON.stringify([...others, ...stored]) : '');
}

/** Without the messages that failed here and that another tab of this browser sent or gave up since. */
export function withoutSettled(pair: Pair, unsent: readonly Unsent[]): readonly Unsent[] {
  const stored = new Set(readStored(pair).map(({ key }) => key));
  const left = unsent.filter(({ key, photo, state }) => state !== 'failed' || photo || stored.has(key));
  return left.length < unsent.length ? left : unsent;
}

/** The draft changed without the member's writing. */
export const draftGivenBack = createSignal();

/** Gives a message back if it is too late to try it again; returns whether it did. */
export function giveBackLate(pair: Pair, unsent: readonly Unsent[], key: string): boolean {
  const late = unsent.filter((one) => one.key === key && isLate(one));
  if (late.length > 0) giveBack(pair, late);
  return late.length > 0;
}

/** Puts messages back where they were written: whether they arrived stands in the history. */
function giveBack(pair: Pair, late: readonly Stored[]): void {
  const gift = late.find((one) => one.gift && !readGift(pair).key);
  if (gift?.gift) keepGift(pair, { key: gift.gift.key, note: gift.body });
  const texts = late.filter((one) => one !== gift).map(({ body }) => body);
  keepDraft(pair, [...texts, readDraft(pair)].filter(Boolean).join('\n'));
  keepUnsent(pair, [], late);
  draftGivenBack.emit();
}

function keep(key: string, text: string): void {
  if (text) localStore.setItem(key, text);
  else localStore.removeItem(key);
}
