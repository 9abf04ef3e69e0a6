import { replaceEqualDeep } from '@tanstack/react-query';
import { ApiError } from '@/api/api-error';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { keepUnsent, readUnsent, type Pair } from '../model/kept';
import { firstUnread, mergeMessages, type GiftOffer, type Message, type Unsent } from '../model/messages';

export type Sent = Schemas['SentOut'];
export type Read = Schemas['ReadOut'];
type Conversation = Schemas['ConversationOut'];
type History = Schemas['HistoryOut'];

/** Milliseconds between two questions for news while the conversation is watched. */
const POLL_MS = 5_000;

/** What stands above and below the messages; `id` is null until the first message is sent. */
export type Head = Omit<Conversation, 'id'> & { id: string | null };

export interface ConvoState {
  head: Head;
  messages: readonly Message[];
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

  /** Sends a message, or a gift with a note, after those that wait. */
  send(body: string, gift?: GiftOffer): void {
    this.#setUnsent([...this.#state.unsent, { key: crypto.randomUUID(), body, gift, state: 'waiting' }]);
    void this.#sendNext();
  }

  /** Tries a failed message once more, with the same key. */
  retry(key: string, isAcknowledged = false): void {
    this.#change(key, { state: 'waiting', ...(isAcknowledged && { isAcknowledged }) });
    void this.#sendNext();
  }

  /** Gives a failed message up; those behind it go on. */
  discard(key: string): void {
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
      const history = await fetchHistory(head.id, { before });
      const merged = mergeMessages(this.#state.messages, history.messages);
      this.#set({ messages: merged, hasOlder: history.has_more, older: 'idle' });
    } catch {
      this.#set({ older: 'failed' });
    }
  }

  #wake(): void {
    document.addEventListener('visibilitychange', this.#onVisibility);
    if (Date.now() - this.#askedAt < POLL_MS) this.#markSeen();
    this.#onVisibility();
  }

  #sleep(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    clearTimeout(this.#timer);
  }

  readonly #onVisibility = (): void => {
    clearTimeout(this.#timer);
    if (!this.#isWatched) return;
    const pause = this.#askedAt + POLL_MS - Date.now();
    // After a while out of sight the newest messages are read anew, with what became of them.
    if (pause <= 0) void this.#ask(() => this.#catchUp());
    else this.#askLater(pause);
  };

  get #isWatched(): boolean {
    return this.#listeners.size > 0 && document.visibilityState === 'visible';
  }

  #askLater(pause = POLL_MS): void {
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
    this.#take(head, history, joins ? messages : []);
    this.#set({ newFrom: firstUnread(history.messages), hasOlder: joins ? hasOlder : history.has_more });
  }

  async #poll(): Promise<void> {
    const { id } = this.#state.head;
    if (!id) return;
    const sends = this.#sends;
    const [head, history] = await Promise.all([fetchHead(id), fetchHistory(id, { after: this.#wholeTo })]);
    // The answer may hold a message that is still a bubble on its way; the next one will hold it too.
    if (sends !== this.#sends) return;
    this.#take(head, history, this.#state.messages);
    if (history.has_more) await this.#poll();
  }

  #take(head: Head, history: History, known: readonly Message[]): void {
    const messages = mergeMessages(known, history.messages);
    this.#wholeTo = history.messages.at(-1)?.seq ?? this.#wholeTo;
    const hasNews = messages.at(-1)?.seq !== this.#state.messages.at(-1)?.seq;
    this.#set({ head: replaceEqualDeep(this.#state.head, head), messages });
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
    api
      .post<Read>(`/conversations/${head.id}/read`, { seq })
      .then(this.#events.onRead)
      .catch(() => undefined);
  }

  async #sendNext(): Promise<void> {
    const [next] = this.#state.unsent;
    if (next?.state !== 'waiting') return;
    this.#sends += 1;
    this.#change(next.key, { state: 'sending', error: undefined });
    try {
      this.#arrive(next.key, await post(this.#state.head, next));
    } catch (error) {
      this.#change(next.key, { state: 'failed', error });
    }
    this.#sends += 1;
    await this.#sendNext();
  }

  #arrive(key: string, answer: Sent): void {
    const { head, messages } = this.#state;
    if (answer.message.seq === this.#wholeTo + 1) this.#wholeTo += 1;
    this.#set({
      head: { ...head, id: answer.conversation_id, cost: answer.cost },
      messages: mergeMessages(messages, [answer.message]),
    });
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

  #set(changes: Partial<ConvoState>): void {
    const state = { ...this.#state, ...changes };
    if (shallowEqual(state, this.#state)) return;
    this.#state = state;
    this.#listeners.forEach((listener) => listener());
  }
}

const shallowEqual = (one: ConvoState, other: ConvoState): boolean =>
  Object.entries(one).every(([name, value]) => other[name as keyof ConvoState] === value);

export const fetchHead = (id: string): Promise<Conversation> => api.get<Conversation>(`/conversations/${id}`);

export const fetchHistory = (id: string, part: { before?: number; after?: number } = {}): Promise<History> =>
  api.get<History>(`/conversations/${id}/messages`, part);

/** Sends into the conversation, or to the person where there is none yet. */
function post(head: Head, { key, body, gift, isAcknowledged = false }: Unsent): Promise<Sent> {
  const path = head.id ? `/conversations/${head.id}/messages` : `/members/${head.profile.id}/messages`;
  const message = { body, ...(gift && { gift: gift.key }), fictional_acknowledged: isAcknowledged };
  return api.post<Sent>(path, message, { idempotencyKey: key });
}
