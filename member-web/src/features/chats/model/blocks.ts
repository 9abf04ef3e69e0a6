import type { Message } from './messages';

/** Messages of one block; the browser skips the drawing of blocks that are out of sight. */
const BLOCK_SIZE = 25;

/** Some messages in a row that are drawn together. */
export interface Block {
  /** Stays the same while earlier and later messages come. */
  id: number;
  messages: readonly Message[];
  /** The last message before it; none at the beginning of what is loaded. */
  before: Message | undefined;
}

/**
 * The messages in blocks by their numbers. A block in which nothing changed is the very one of before, so that a
 * conversation of thousands draws only what is new.
 */
export function blocksOf(messages: readonly Message[], known: readonly Block[]): readonly Block[] {
  const groups = new Map<number, Message[]>();
  for (const message of messages) {
    const id = Math.floor(message.seq / BLOCK_SIZE);
    groups.set(id, [...(groups.get(id) ?? []), message]);
  }
  const old = new Map(known.map((block) => [block.id, block]));
  let before: Message | undefined;
  return [...groups].map(([id, own]) => {
    const block = { id, messages: own, before };
    before = own.at(-1);
    const same = old.get(id);
    return same && isSame(same, block) ? same : block;
  });
}

const isSame = (one: Block, other: Block): boolean =>
  one.before === other.before &&
  one.messages.length === other.messages.length &&
  one.messages.every((message, index) => message === other.messages[index]);
