/** How a tab hears of the others of the same browser, and whether it is the one that holds the stream. */
export interface Tabs<Note> {
  /** Tells all other tabs. */
  tell: (note: Note) => void;
  /** Takes the lead from a tab that does not answer any more. */
  takeOver: () => void;
  leave: () => void;
}

interface TabEvents<Note> {
  onLead: () => void;
  /** Another tab took the lead. */
  onFollow: () => void;
  onNote: (note: Note) => void;
}

/**
 * Joins the tabs of this browser under a name: one of them leads, and when it closes or dies the next one does. Where
 * the browser has no locks or no channels, every tab leads.
 */
export function joinTabs<Note>(name: string, { onLead, onFollow, onNote }: TabEvents<Note>): Tabs<Note> {
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    onLead();
    return { tell: () => undefined, takeOver: () => undefined, leave: () => undefined };
  }
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<Note>) => onNote(data));
  let waiting = new AbortController();
  let release: (() => void) | undefined;
  let state: 'waiting' | 'leading' | 'gone' = 'waiting';
  const lead = async () => {
    state = 'leading';
    onLead();
    await new Promise<void>((resolve) => (release = resolve));
  };
  const ask = (options: LockOptions) => {
    // It fails where this tab gave up waiting, and where another one took the lead.
    navigator.locks.request(name, options, lead).catch(() => {
      if (state !== 'leading') return;
      state = 'waiting';
      onFollow();
      queue();
    });
  };
  const queue = () => {
    waiting = new AbortController();
    ask({ signal: waiting.signal });
  };
  const takeOver = () => {
    waiting.abort();
    ask({ steal: true });
  };
  queue();
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel knows no other origin
    tell: (note) => channel.postMessage(note),
    takeOver,
    leave: () => {
      state = 'gone';
      waiting.abort();
      release?.();
      channel.close();
    },
  };
}
