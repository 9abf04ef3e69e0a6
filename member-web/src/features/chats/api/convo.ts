import { replaceEqualDeep } from '@tanstack/react-query';
import { ApiError } from '@/api/api-error';
import { blocksOf, type Block } from '../model/blocks';
import { keepUnsent, readUnsent, type Pair } from '../model/kept';
import { firstUnread, isLocal, mergeMessages, settledTo, type Message, type Unsent } from '../model/messages';
import { HEAD_EVERY, pollPause, TYPING_EVERY } from '../model/polling';
import {
  deleteHints,
  fetchHead,
  fetchHistory,
  fetchNews,
  postMessage,
  postRead,
  postTyping,
  type Head,
  type History,
  type News,
  type Read,
  type Sent,
} from './convo-calls';

/** Messages that are loaded at once when the member looks back. */
const OLDER = 100;

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
  onSent: (answer: Sent) => void;
  onNews: (state: ConvoState) => void;
}

/**
 * A conversation outside React: its messages, those on their way, and the questions for news. It asks while somebody
 * is subscribed and the page is visible. Messages are sent one after the other; one that failed holds those behind it.
 */
export class Convo {
  readonly #pair: Pair;
  readonly #events: ConvoEvents;
  readonly #listeners = new Set<() => void>();
  #state: ConvoState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #askedAt = Date.now();
  /** When something happened here, and when the head was read, and when the member was last said to be writing. */
  #livelyAt = Date.now();
  #headAt = Date.now();
  #typedAt = 0;
  /** Up to here the messages are whole; one's own may be here before somebody else's that came first. */
  #wholeTo: number;
  /** Changes with every beginning and end of a send. */
  #sends = 0;

  constructor(pair: Pair, events: ConvoEvents, head: Head, history: History = { messages: [], has_more: false }) {
    this.#pair = pair;
    this.#events = events;
    this.#wholeTo = history.messages.at(-1)?.seq ?? 0;
    this.#state = {
      head,
      messages: history.messages,
      blocks: blocksOf(history.messages, []),
      isTyping: false,
      unsent: readUnsent(pair),
      newFrom: firstUnread(history.messages),
      hasOlder: history.has_more,
      older: 'idle',
      connection: 'live',
    };
  }

  /** Starts watching with the first listener; returns the function that stops it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#wake();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#sleep();
    };
  };

  readonly getSnapshot = (): ConvoState => this.#state;

  /** Sends a message, or a gift or a photo with a note, after those that wait. */
  send(body: string, { gift, photo }: Pick<Unsent, 'gift' | 'photo'> = {}): void {
    this.#setUnsent([...this.#state.unsent, { key: crypto.randomUUID(), body, gift, photo, state: 'waiting' }]);
    void this.#sendNext();
  }

  /** Tries a failed message once more, with the same key. */
  retry(key: string, isAcknowledged = false): void {
    this.#change(key, { state: 'waiting', ...(isAcknowledged && { isAcknowledged }) });
    void this.#sendNext();
  }

  /** Gives a failed message up; those behind it go on. */
  discard(key: string): void {
    const photo = this.#state.unsent.find((one) => one.key === key)?.photo;
    if (photo) URL.revokeObjectURL(photo.src);
    this.#setUnsent(this.#state.unsent.filter((one) => one.key !== key));
    void this.#sendNext();
  }

  /** Loads the messages before the oldest one that is here. */
  async loadOlder(): Promise<void> {
    const { head, messages, hasOlder, older } = this.#state;
    const before = messages[0]?.seq;
    if (!head.id || before === undefined || !hasOlder || older === 'loading') return;
    this.#set({ older: 'loading' });
    try {
      const history = await fetchHistory(head.id, { before, limit: OLDER });
      this.#setMessages(mergeMessages(this.#state.messages, history.messages));
      this.#set({ hasOlder: history.has_more, older: 'idle' });
    } catch {
      this.#set({ older: 'failed' });
    }
  }

  /** Lets the other side see that the member is writing; it is said every few seconds at most. */
  typing(): void {
    const { id, can_write: canWrite } = this.#state.head;
    this.#livelyAt = Date.now();
    if (!id || !canWrite || Date.now() - this.#typedAt < TYPING_EVERY) return;
    this.#typedAt = Date.now();
    // Nobody misses a sign that got lost.
    postTyping(id).catch(() => undefined);
  }

  /** Hides the hints at a message for good; they come back with the next answer where that failed. */
  dismissHints(seq: number): void {
    const { head, messages } = this.#state;
    if (!head.id) return;
    const shown = messages.filter((message) => message.seq === seq).map((message) => withoutHints(message));
    this.#setMessages(mergeMessages(messages, shown));
    deleteHints(head.id, seq).catch(() => undefined);
  }

  /** Reads one message anew, such as one whose photo has an address that ended. */
  async refresh(seq: number): Promise<void> {
    const { id } = this.#state.head;
    if (!id) return;
    const { messages } = await fetchHistory(id, { after: seq - 1, limit: 1 });
    this.#setMessages(mergeMessages(this.#state.messages, messages));
  }

  /** Takes in what changed, however it was heard of: by asking now, by a live stream later. */
  apply(news: News): void {
    const {
      messages: fresh,
      is_typing: isTyping,
      num_unread_messages,
      other_read_seq,
      can_write,
      blocked_reason,
    } = news;
    const { head, isTyping: wasTyping } = this.#state;
    if (fresh.length > 0 || isTyping !== wasTyping || other_read_seq !== head.other_read_seq) {
      this.#livelyAt = Date.now();
    }
    this.#set({ isTyping });
    this.#take(
      { ...head, num_unread_messages, other_read_seq, can_write, blocked_reason },
      fresh,
      this.#state.messages,
    );
  }

  #wake(): void {
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#livelyAt = Date.now();
    if (Date.now() - this.#askedAt < this.#pause) this.#markSeen();
    this.#onVisibility();
  }

  #sleep(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    clearTimeout(this.#timer);
  }

  readonly #onVisibility = (): void => {
    clearTimeout(this.#timer);
    if (!this.#isWatched) return;
    this.#livelyAt = Date.now();
    const pause = this.#askedAt + this.#pause - Date.now();
    // After a while out of sight the newest messages are read anew, with what became of them.
    if (pause <= 0) void this.#ask(() => this.#catchUp());
    else this.#askLater(pause);
  };

  get #isWatched(): boolean {
    return this.#listeners.size > 0 && document.visibilityState === 'visible';
  }

  get #pause(): number {
    return pollPause(Date.now() - this.#livelyAt);
  }

  #askLater(pause = this.#pause): void {
    clearTimeout(this.#timer);
    const { head, connection } = this.#state;
    if (!this.#isWatched || !head.id || connection === 'gone') return;
    this.#timer = setTimeout(() => void this.#ask(() => this.#poll()), pause);
  }

  async #ask(question: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await question();
      this.#set({ connection: 'live' });
    } catch (error) {
      this.#set({ connection: error instanceof ApiError && error.status === 404 ? 'gone' : 'lost' });
    }
    this.#askedAt = Date.now();
    this.#askLater();
  }

  /** Replaces what is here by the newest messages, unless they join what is here. */
  async #catchUp(): Promise<void> {
    const { id } = this.#state.head;
    if (!id) return;
    const sends = this.#sends;
    const [head, history] = await Promise.all([fetchHead(id), fetchHistory(id)]);
    if (sends !== this.#sends) return;
    const { messages, hasOlder } = this.#state;
    const joins = (history.messages[0]?.seq ?? 0) <= (messages.at(-1)?.seq ?? 0) + 1;
    this.#headAt = Date.now();
    this.#take(head, history.messages, joins ? messages : []);
    this.#set({ newFrom: firstUnread(history.messages), hasOlder: joins ? hasOlder : history.has_more });
  }

  async #poll(): Promise<void> {
    const { head, messages } = this.#state;
    if (!head.id) return;
    const sends = this.#sends;
    const [news, newHead] = await Promise.all([
      fetchNews(head.id, settledTo(messages, this.#wholeTo)),
      Date.now() - this.#headAt >= HEAD_EVERY ? fetchHead(head.id) : null,
    ]);
    // The answer may hold a message that is still a bubble on its way; the next one will hold it too.
    if (sends !== this.#sends) return;
    if (newHead) {
      this.#headAt = Date.now();
      this.#set({ head: replaceEqualDeep(this.#state.head, newHead) });
    }
    this.apply(news);
    if (news.has_more) await this.#poll();
  }

  #take(head: Head, fresh: readonly Message[], known: readonly Message[]): void {
    const messages = mergeMessages(known, fresh);
    forgetPictures(this.#state.messages, messages);
    this.#wholeTo = Math.max(fresh.at(-1)?.seq ?? 0, this.#wholeTo);
    const hasNews = messages.at(-1)?.seq !== this.#state.messages.at(-1)?.seq;
    this.#set({ head: replaceEqualDeep(this.#state.head, head) });
    this.#setMessages(messages);
    if (hasNews) this.#events.onNews(this.#state);
    this.#markSeen();
  }

  /** Tells the server what the member sees (spec 4.8); the next answer shows it when that failed. */
  #markSeen(): void {
    const { head, messages } = this.#state;
    const seq = messages.at(-1)?.seq;
    if (!this.#isWatched || !head.id || head.num_unread_messages === 0 || seq === undefined) return;
    this.#events.onSeen(head.num_unread_messages);
    this.#set({ head: { ...head, num_unread_messages: 0 } });
    postRead(head.id, seq)
      .then(this.#events.onRead)
      .catch(() => undefined);
  }

  async #sendNext(): Promise<void> {
    const [next] = this.#state.unsent;
    if (next?.state !== 'waiting') return;
    this.#sends += 1;
    this.#change(next.key, { state: 'sending', error: undefined });
    try {
      const onProgress = (part: number) => next.photo && this.#change(next.key, { photo: { ...next.photo, part } });
      this.#arrive(next, await postMessage(this.#state.head, next, onProgress));
    } catch (error) {
      this.#change(next.key, { state: 'failed', error });
    }
    this.#sends += 1;
    await this.#sendNext();
  }

  #arrive({ key, photo }: Unsent, answer: Sent): void {
    const { head, messages } = this.#state;
    if (answer.message.seq === this.#wholeTo + 1) this.#wholeTo += 1;
    this.#livelyAt = Date.now();
    this.#typedAt = 0;
    this.#headAt = 0;
    this.#set({ head: { ...head, id: answer.conversation_id, cost: answer.cost } });
    this.#setMessages(mergeMessages(messages, [withPicture(answer.message, photo?.src)]));
    this.#setUnsent(this.#state.unsent.filter((one) => one.key !== key));
    this.#events.onSent(answer);
    this.#events.onNews(this.#state);
    // At once, for what was spent here and for what came in between.
    this.#askLater(0);
  }

  #change(key: string, changes: Partial<Unsent>): void {
    this.#setUnsent(this.#state.unsent.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  }

  #setUnsent(unsent: readonly Unsent[]): void {
    keepUnsent(this.#pair, unsent);
    this.#set({ unsent });
  }

  #setMessages(messages: readonly Message[]): void {
    this.#set({ messages, blocks: blocksOf(messages, this.#state.blocks) });
  }

  #set(changes: Partial<ConvoState>): void {
    const state = { ...this.#state, ...changes };
    if (shallowEqual(state, this.#state)) return;
    this.#state = state;
    this.#listeners.forEach((listener) => listener());
  }
}

const shallowEqual = (one: ConvoState, other: ConvoState): boolean =>
  Object.entries(one).every(([name, value]) => other[name as keyof ConvoState] === value);

/** One's own photo as it is on this device, until the server has its own copy. */
const withPicture = (message: Message, src: string | undefined): Message =>
  message.photo && src ? { ...message, photo: { ...message.photo, preview: src, full: src } } : message;

const withoutHints = (message: Message): Message => ({ ...message, hints: [] });

/** Lets go of own photos on this device that the server shows now. */
function forgetPictures(before: readonly Message[], after: readonly Message[]): void {
  const kept = new Set(after.map(({ photo }) => photo?.preview));
  for (const message of before) {
    const { preview } = message.photo ?? {};
    if (preview && isLocal(message) && !kept.has(preview)) URL.revokeObjectURL(preview);
  }
}
