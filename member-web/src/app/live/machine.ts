/** Where the stream stands. Whatever is not open lets the specification's polling go on (spec 9.4). */
export type Phase = 'connecting' | 'open' | 'lost';

export interface LinkState {
  phase: Phase;
  /** Tries in a row that did not hold. */
  failures: number;
}

/** What happened to a stream; `held` is how many milliseconds it had been open. */
export type LinkEvent = { type: 'opened' } | { type: 'failed'; held: number };

/** A stream that was open for so long held; one that only blinked counts as a failure on top of those before it. */
const HELD_MS = 20_000;
/** Heartbeats come every 20 s; a stream silent for longer than this is dead. */
export const SILENCE_MS = 45_000;
/** A page that comes back to somebody's eyes doubts a stream sooner. */
export const DOUBT_MS = 25_000;

const FIRST_PAUSE_MS = 1_500;
const LONGEST_PAUSE_MS = 300_000;
/** A server that is full, or that knows nobody, is left alone for about this long. */
const REFUSED_PAUSE_MS = 60_000;

export const AT_FIRST: LinkState = { phase: 'connecting', failures: 0 };

/** The state after an event. */
export function step({ failures }: LinkState, event: LinkEvent): LinkState {
  if (event.type === 'opened') return { phase: 'open', failures };
  return { phase: 'lost', failures: event.held >= HELD_MS ? 1 : failures + 1 };
}

/** Milliseconds until the next try: growing, and by chance (0 to 1) not the same for everybody. */
export function retryPause(failures: number, isRefused: boolean, chance: number): number {
  const growing = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  return (isRefused ? Math.max(REFUSED_PAUSE_MS, growing) : growing) * (0.5 + chance);
}
