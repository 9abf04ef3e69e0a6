import type { Block } from '../model/blocks';
import type { Message, Unsent } from '../model/messages';
import type { Head, Read, Sent } from './convo-calls';

/** What a conversation is at one moment. */
export interface ConvoState {
  head: Head;
  messages: readonly Message[];
  /** The messages as they are drawn. */
  blocks: readonly Block[];
  /** The other side is writing at this moment. */
  isTyping: boolean;
  unsent: readonly Unsent[];
  /** The first message that was unread when the conversation was opened. */
  newFrom: number | null;
  hasOlder: boolean;
  older: 'idle' | 'loading' | 'failed';
  /** "lost": the last question got no answer. "gone": the conversation or the person is not there any more. */
  connection: 'live' | 'lost' | 'gone';
}

/** What the rest of the page wants to know of a conversation. */
export interface ConvoEvents {
  /** The member sees `count` unread messages; the server is about to be told. */
  onSeen: (count: number) => void;
  onRead: (answer: Read) => void;
  /** `isRepeat`: the answer may be an old one, with the balance of then. */
  onSent: (answer: Sent, isRepeat: boolean) => void;
  onNews: (state: ConvoState) => void;
}

export const isSameState = (one: ConvoState, other: ConvoState): boolean =>
  Object.entries(one).every(([name, value]) => other[name as keyof ConvoState] === value);
