import { AT_FIRST, DOUBT_MS, retryPause, SILENCE_MS, step, type Phase } from './machine';
import type { StreamEvent } from './sse';
import type { openStream } from './stream';
import type { joinTabs, Tabs } from './tabs';

/** What the tabs of a browser tell each other: what came, that it still comes, where the stream stands, who is new. */
type Note = { event: StreamEvent } | { phase: Phase } | 'life' | 'hello';

interface LinkEvents {
  onPhase: (phase: Phase) => void;
  onEvent: (event: StreamEvent) => void;
  /** The server knows nobody by this browser's cookie. */
  onRefused: () => void;
}

interface Surroundings {
  open: typeof openStream;
  join: typeof joinTabs<Note>;
  random: () => number;
}

/** A tab that hears nothing waits longer than the one that leads before it doubts, and then takes the lead. */
const FOLLOWER_MS = SILENCE_MS + 10_000;
const UNAUTHENTICATED = 403;
/** Answers of the live process itself; what a proxy says in its place passes sooner. */
const REFUSALS = new Set([UNAUTHENTICATED, 503]);

/** What a tab that joins late is told, as if the server had: that everything may have changed before. */
const RESET: StreamEvent = { name: 'reset', data: '{}' };

/** The member's stream in this tab: its own, or what the tab that leads passes on. */
export class Link {
  readonly #url: string;
  readonly #events: LinkEvents;
  readonly #with: Surroundings;
  readonly #tabs: Tabs<Note>;
  #state = AT_FIRST;
  #isLeading = false;
  /** The newest event that this tab knows of, where a stream goes on. */
  #cursor: string | undefined;
  #close: (() => void) | undefined;
  #openedAt: number | undefined;
  #heardAt = Date.now();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, name: string, events: LinkEvents, surroundings: Surroundings) {
    this.#url = url;
    this.#events = events;
    this.#with = surroundings;
    this.#tabs = surroundings.join(name, {
      onLead: () => this.#lead(),
      onFollow: () => this.#follow(),
      onNote: (note) => this.#hear(note),
    });
    if (!this.#isLeading) this.#follow();
  }

  /** Somebody looks again, or the network is back: a stream that may be dead is opened anew at once. */
  wake(isNewNetwork = false): void {
    if (!this.#isLeading) return;
    const isDoubtful = isNewNetwork || Date.now() - this.#heardAt > DOUBT_MS;
    if (this.#state.phase === 'open' ? isDoubtful : !this.#close) this.#connect();
  }

  stop(): void {
    this.#drop();
    this.#tabs.leave();
  }

  #lead(): void {
    this.#isLeading = true;
    this.#connect();
  }

  #follow(): void {
    this.#isLeading = false;
    this.#drop();
    this.#setPhase('connecting');
    this.#watchFor(FOLLOWER_MS, () => this.#tabs.takeOver());
    this.#tabs.tell('hello');
  }

  #hear(note: Note): void {
    if (this.#isLeading) {
      if (note === 'hello') this.#tabs.tell({ phase: this.#state.phase });
      return;
    }
    this.#watchFor(FOLLOWER_MS, () => {
      this.#setPhase('lost');
      this.#tabs.takeOver();
    });
    if (typeof note === 'string') return;
    if ('event' in note) this.#take(note.event);
    else {
      const isNew = note.phase === 'open' && this.#state.phase === 'connecting';
      this.#setPhase(note.phase);
      if (isNew) this.#events.onEvent(RESET);
    }
  }

  #connect(): void {
    this.#drop();
    this.#close = this.#with.open(this.#url, this.#cursor, {
      onOpen: () => {
        this.#openedAt = Date.now();
        this.#state = step(this.#state, { type: 'opened' });
        this.#say();
      },
      onLife: () => {
        this.#heardAt = Date.now();
        this.#watchFor(SILENCE_MS, () => this.#fail());
        this.#tabs.tell('life');
      },
      onEvent: (event) => {
        this.#tabs.tell({ event });
        this.#take(event);
      },
      onEnd: (status) => this.#fail(status),
    });
  }

  #fail(status?: number): void {
    const held = this.#openedAt === undefined ? 0 : Date.now() - this.#openedAt;
    this.#drop();
    this.#state = step(this.#state, { type: 'failed', held });
    this.#say();
    if (status === UNAUTHENTICATED) this.#events.onRefused();
    const isRefused = status !== undefined && REFUSALS.has(status);
    const pause = retryPause(this.#state.failures, isRefused, this.#with.random());
    this.#retry = setTimeout(() => this.#connect(), pause);
  }

  #take(event: StreamEvent): void {
    this.#cursor = event.id ?? this.#cursor;
    this.#events.onEvent(event);
  }

  #say(): void {
    this.#tabs.tell({ phase: this.#state.phase });
    this.#events.onPhase(this.#state.phase);
  }

  #setPhase(phase: Phase): void {
    this.#state = { ...this.#state, phase };
    this.#events.onPhase(phase);
  }

  #watchFor(milliseconds: number, silent: () => void): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(silent, milliseconds);
  }

  #drop(): void {
    this.#close?.();
    this.#close = undefined;
    this.#openedAt = undefined;
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
  }
}
