import { replaceEqualDeep } from '@tanstack/react-query';
import { ApiError } from '@/api/api-error';
import { isLive, listenLive } from '@/api/live';
import { blocksOf } from '../model/blocks';
import { giveBackLate, keepUnsent, readUnsent, withoutSettled, type Pair } from '../model/kept';
import {
  firstUnread,
  forgetPictures,
  mergeMessages,
  settledTo,
  withoutHints,
  withPicture,
  type Message,
  type Unsent,
} from '../model/messages';
import { AFTER_SEND, HEAD_EVERY, pollPause, TYPING_EVERY, TYPING_SHOWN } from '../model/polling';
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
  type Sent,
} from './convo-calls';
import { isSameState, type ConvoEvents, type ConvoState } from './convo-state';

/** Messages that are loaded at once when the member looks back. */
const OLDER = 100;

/**
 * A conversation outside React: its messages, those on their way, and the questions for news. It asks while somebody
 * is subscribed and the page is visible: when the live stream tells that something happened, or every few seconds where
 * there is none. Messages are sent one after the other; one that failed holds those behind it.
 */
export class Convo {
  readonly #pair: Pair;
  readonly #events: ConvoEvents;
  readonly #listeners = new Set<() => void>();
  #state: ConvoState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  #stopListening = () => {};
  /** The questions, one after the other. */
  #asking = Promise.resolve();
  /** Something happened here while nobody looked. */
  #isDue = false;
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
    const key = crypto.randomUUID();
    this.#setUnsent([...this.#state.unsent, { key, writtenAt: Date.now(), body, gift, photo, state: 'waiting' }]);
    void this.#sendNext();
  }

  /** Tries a failed message once more, with the same key, or gives it back where that is too late. */
  retry(key: string, isAcknowledged = false): void {
    if (giveBackLate(this.#pair, this.#state.unsent, key)) return this.discard(key);
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

  /** Whether somebody looks at it. */
  get isWatched(): boolean {
    return this.#listeners.size > 0 && document.visibilityState === 'visible';
  }

  /**
   * Something happened here: asks at once, or as soon as somebody looks. News are what came after the last message;
   * `isWhole` reads what became of earlier ones, too.
   */
  async hear(isWhole: boolean): Promise<void> {
    if (this.isWatched) await this.#ask(() => (isWhole ? this.#readAnew() : this.#poll()));
    else this.#isDue = true;
  }

  /** The other side is writing; after six seconds without another sign they are not. */
  hearTyping(): void {
    this.#setTyping(true);
  }

  /** The person came or went. */
  hearPresence(memberId: string, isOnline: boolean): void {
    const { head } = this.#state;
    if (head.profile.id === memberId)
      this.#set({ head: { ...head, profile: { ...head.profile, is_online: isOnline } } });
  }

  /** The other side wrote first into what was empty here. */
  begin(id: string): void {
    if (!this.#state.head.id) this.#set({ head: { ...this.#state.head, id } });
  }

  /** Takes in what changed, however it was heard of. */
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
    this.#setTyping(isTyping);
    this.#take(
      { ...head, num_unread_messages, other_read_seq, can_write, blocked_reason },
      fresh,
      this.#state.messages,
    );
  }

  #wake(): void {
    document.addEventListener('visibilitychange', this.#onVisibility);
    window.addEventListener('storage', this.#forgetSettled);
    this.#forgetSettled();
    this.#stopListening = listenLive(() => this.#askLater());
    this.#livelyAt = Date.now();
    if (Date.now() - this.#askedAt < this.#pause) this.#markSeen();
    this.#onVisibility();
  }

  #sleep(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    window.removeEventListener('storage', this.#forgetSettled);
    this.#stopListening();
    clearTimeout(this.#timer);
  }

  readonly #onVisibility = (): void => {
    clearTimeout(this.#timer);
    if (!this.isWatched) return;
    this.#livelyAt = Date.now();
    const left = this.#askedAt + (isLive() ? HEAD_EVERY : this.#pause) - Date.now();
    // After a while out of sight the newest messages are read anew, with what became of them.
    if (this.#isDue || left <= 0) void this.#ask(() => this.#catchUp());
    else if (isLive()) this.#askLater();
    else this.#askLater(left);
  };

  readonly #forgetSettled = (): void => {
    this.#set({ unsent: withoutSettled(this.#pair, this.#state.unsent) });
    void this.#sendNext();
  };

  get #pause(): number {
    return pollPause(Date.now() - this.#livelyAt);
  }

  /** Asks after a pause; without one given, only where nobody else tells of news. */
  #askLater(pause?: number): void {
    clearTimeout(this.#timer);
    const { head, connection } = this.#state;
    if (!this.isWatched || !head.id || connection === 'gone') return;
    if (pause === undefined && isLive() && connection === 'live') return;
    this.#timer = setTimeout(() => void this.#ask(() => this.#poll()), pause ?? this.#pause);
  }

  async #ask(question: () => Promise<unknown>): Promise<void> {
    clearTimeout(this.#timer);
    this.#asking = this.#asking.then(() => this.#answer(question));
    await this.#asking;
  }

  async #answer(question: () => Promise<unknown>): Promise<void> {
    this.#isDue = false;
    try {
      await question();
      this.#set({ connection: 'live' });
    } catch (error) {
      this.#set({ connection: error instanceof ApiError && error.status === 404 ? 'gone' : 'lost' });
    }
    this.#askedAt = Date.now();
    this.#askLater();
  }

  async #catchUp(): Promise<void> {
    const newest = await this.#readAnew();
    if (newest) this.#set({ newFrom: firstUnread(newest) });
  }

  /** Replaces what is here by the newest messages, unless they join what is here; returns those that count. */
  async #readAnew(): Promise<readonly Message[] | undefined> {
    const { id } = this.#state.head;
    if (!id) return undefined;
    const sends = this.#sends;
    const [head, history] = await Promise.all([fetchHead(id), fetchHistory(id)]);
    // The answer may hold what was a bubble on its way when it was asked for.
    if (sends !== this.#sends) return this.#readAnew();
    const { messages, hasOlder } = this.#state;
    const joins = (history.messages[0]?.seq ?? 0) <= (messages.at(-1)?.seq ?? 0) + 1;
    this.#headAt = Date.now();
    this.#take(head, this.#arrived(history.messages), joins ? messages : []);
    this.#set({ hasOlder: joins ? hasOlder : history.has_more });
    return history.messages;
  }

  async #poll(): Promise<void> {
    const { head, messages } = this.#state;
    if (!head.id) return;
    const sends = this.#sends;
    const [news, newHead] = await Promise.all([
      fetchNews(head.id, settledTo(messages, this.#wholeTo)),
      Date.now() - this.#headAt >= HEAD_EVERY ? fetchHead(head.id) : null,
    ]);
    if (sends !== this.#sends) return this.#poll();
    if (newHead) {
      this.#headAt = Date.now();
      this.#set({ head: replaceEqualDeep(this.#state.head, newHead) });
    }
    const arrived = this.#arrived(news.messages);
    this.apply({ ...news, messages: arrived });
    if (news.has_more && arrived === news.messages) await this.#poll();
  }

  /** What came, up to an own message: while one is on its way, that may be the very bubble that waits for its answer. */
  #arrived(fresh: Message[]): Message[] {
    if (!this.#state.unsent.some(({ state }) => state === 'sending')) return fresh;
    const own = fresh.findIndex(({ seq, is_mine: isMine }) => isMine && seq > this.#wholeTo);
    return own === -1 ? fresh : fresh.slice(0, own);
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
    if (!this.isWatched || !head.id || head.num_unread_messages === 0 || seq === undefined) return;
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
    const { to = this.#state.head.id } = next;
    this.#change(next.key, { state: 'sending', error: undefined, to });
    try {
      const onProgress = (part: number) => next.photo && this.#change(next.key, { photo: { ...next.photo, part } });
      this.#arrive(next, await postMessage(this.#state.head, { ...next, to }, onProgress));
    } catch (error) {
      this.#change(next.key, { state: 'failed', error });
      // What came in between was kept out by what was on its way.
      if (isLive()) this.#askLater(AFTER_SEND);
    }
    this.#sends += 1;
    await this.#sendNext();
  }

  #arrive({ key, photo, to }: Unsent, answer: Sent): void {
    const { head, messages } = this.#state;
    if (answer.message.seq === this.#wholeTo + 1) this.#wholeTo += 1;
    this.#livelyAt = Date.now();
    this.#typedAt = 0;
    this.#headAt = 0;
    this.#set({ head: { ...head, id: answer.conversation_id, cost: answer.cost } });
    // The answer to a repeat is as old as the first try.
    this.#setMessages(mergeMessages([withPicture(answer.message, photo?.src)], messages));
    this.#setUnsent(this.#state.unsent.filter((one) => one.key !== key));
    this.#events.onSent(answer, to !== undefined);
    this.#events.onNews(this.#state);
    // For what was spent here and for what came in between; the stream tells of the message at once.
    this.#askLater(isLive() ? AFTER_SEND : 0);
  }

  #setTyping(isTyping: boolean): void {
    clearTimeout(this.#typingTimer);
    if (isTyping) this.#typingTimer = setTimeout(() => this.#set({ isTyping: false }), TYPING_SHOWN);
    this.#set({ isTyping });
  }

  #change(key: string, changes: Partial<Unsent>): void {
    this.#setUnsent(this.#state.unsent.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  }

  #setUnsent(unsent: readonly Unsent[]): void {
    keepUnsent(this.#pair, unsent, this.#state.unsent);
    this.#set({ unsent });
  }

  #setMessages(messages: readonly Message[]): void {
    this.#set({ messages, blocks: blocksOf(messages, this.#state.blocks) });
  }

  #set(changes: Partial<ConvoState>): void {
    const state = { ...this.#state, ...changes };
    if (isSameState(state, this.#state)) return;
    this.#state = state;
    this.#listeners.forEach((listener) => listener());
  }
}
