import { isPushSubscribed } from '@/lib/push';

const START_MS = 5_000;
const EVERY_MS = 60_000;
const EVERY_WITH_PUSH_MS = 300_000;

/** Milliseconds between two refreshes (spec 9.4). */
export const refreshEvery = (withPush: boolean): number => (withPush ? EVERY_WITH_PUSH_MS : EVERY_MS);

/**
 * What stands in for the stream while it is not open: a refresh after 5 s, then every 60 s, or 300 s with push
 * (spec 9.4).
 */
export function createPolling(refresh: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOn = false;
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  async function tick() {
    clear();
    refresh();
    const pause = refreshEvery(await isPushSubscribed());
    // Another refresh may have begun meanwhile, and wait already.
    if (isOn) timer ??= setTimeout(() => void tick(), pause);
  }
  const stop = () => {
    isOn = false;
    clear();
  };
  return {
    start: () => {
      if (isOn) return;
      isOn = true;
      timer = setTimeout(() => void tick(), START_MS);
    },
    stop,
    /** Refreshes at once, where it is on: somebody came back to the page. */
    hurry: () => {
      if (isOn) void tick();
    },
  };
}
