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

/** Messages that had no answer yet when the page was closed; each keeps its key, so that another try is safe. */
export function readUnsent(pair: Pair): Unsent[] {
  const stored = JSON.parse(localStore.getItem(unsentKey(pair)) ?? '[]') as Pick<Unsent, 'key' | 'body' | 'gift'>[];
  return stored.map(({ key, body, gift }) => ({ key, body, gift, state: 'failed' }));
}

export function keepUnsent(pair: Pair, unsent: readonly Unsent[]): void {
  // A photo is too large to keep; where it arrived it stands in the history, else it is chosen again.
  const stored = unsent.filter(({ photo }) => !photo).map(({ key, body, gift }) => ({ key, body, gift }));
  keep(unsentKey(pair), stored.length > 0 ? JSON.stringify(stored) : '');
}

function keep(key: string, text: string): void {
  if (text) localStore.setItem(key, text);
  else localStore.removeItem(key);
}
