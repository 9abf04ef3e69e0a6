import { sessionStore } from '@/lib/safe-storage';

const KEY = 'hearth-chunk-reload';

/** A page reloads at most once in this time, in milliseconds (spec 4.18). */
const GUARD_MS = 60_000;

/** Whether a page may reload now, given when it last did so. */
export function mayReload(lastReload: number | null, now: number): boolean {
  return lastReload === null || now - lastReload >= GUARD_MS;
}

/** A page that is about to be left is gone, or stays, after this time, in milliseconds. */
const LEAVING_MS = 10_000;

/**
 * Reloads once when a chunk of an older build is gone from the server (spec 4.18). Firefox and Safari also end the
 * loading of chunks when somebody goes elsewhere, which a reload would stop.
 */
export function reloadOnMissingChunk(): void {
  let leftAt = 0;
  window.addEventListener('beforeunload', () => (leftAt = Date.now()));
  window.addEventListener('vite:preloadError', (event) => {
    const last = sessionStore.getItem(KEY);
    if (Date.now() - leftAt < LEAVING_MS || !mayReload(last === null ? null : Number(last), Date.now())) return;
    event.preventDefault();
    sessionStore.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}
