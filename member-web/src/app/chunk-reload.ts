import { sessionStore } from '@/lib/safe-storage';

const KEY = 'hearth-chunk-reload';

/** A page reloads at most once in this time, in milliseconds (spec 4.18). */
const GUARD_MS = 60_000;

/** Whether a page may reload now, given when it last did so. */
export function mayReload(lastReload: number | null, now: number): boolean {
  return lastReload === null || now - lastReload >= GUARD_MS;
}

/** A page that is about to be left is gone, or stays, after this time, in milliseconds. */
export const LEAVING_MS = 10_000;

let leftAt = -Infinity;

/** Whether the page is about to be left, or to be loaded again. */
export const isLeaving = (): boolean => Date.now() - leftAt < LEAVING_MS;

/**
 * Reloads once when a chunk of an older build is gone from the server (spec 4.18). Firefox and Safari also end the
 * loading of chunks when somebody goes elsewhere, which a reload would stop.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('beforeunload', () => (leftAt = Date.now()));
  window.addEventListener('vite:preloadError', (event) => {
    const last = sessionStore.getItem(KEY);
    if (isLeaving() || !mayReload(last === null ? null : Number(last), Date.now())) return;
    event.preventDefault();
    leftAt = Date.now();
    sessionStore.setItem(KEY, String(leftAt));
    window.location.reload();
  });
}
