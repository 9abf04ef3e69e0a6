import { sessionStore } from '@/lib/safe-storage';

const KEY = 'hearth-chunk-reload';

/** A page reloads at most once in this time, in milliseconds (spec 4.18). */
const GUARD_MS = 60_000;

/** Whether a page may reload now, given when it last did so. */
export function mayReload(lastReload: number | null, now: number): boolean {
  return lastReload === null || now - lastReload >= GUARD_MS;
}

/** Reloads once when a chunk of an older build is gone from the server (spec 4.18). */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = sessionStore.getItem(KEY);
    if (!mayReload(last === null ? null : Number(last), Date.now())) return;
    event.preventDefault();
    sessionStore.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}
