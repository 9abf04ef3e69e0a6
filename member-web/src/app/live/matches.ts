import type { QueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { localStore } from '@/lib/safe-storage';
import { matchKey, showMatch, type NewLike } from '@/shared/like/match';

/** Milliseconds between two looks whether the overlay would be in the way. */
const LOOK_MS = 500;
/** For so long one match is the same match, in every tab of this browser. */
const SAME_MS = 600_000;

const DIALOG = '[role=dialog], [role=alertdialog]:not([aria-modal=false])';

/** Whether the overlay would interrupt: nobody looks, a dialog is open, or the member is writing. */
export const isBusy = (): boolean =>
  document.visibilityState !== 'visible' || document.querySelector(DIALOG) !== null || isWriting();

function isWriting(): boolean {
  const field = document.activeElement;
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== '';
}

/**
 * Shows the overlay of matches that the stream tells of (spec 2.39): one after the other, once in a browser, and when it
 * interrupts nothing. A like that the member is giving at this moment brings its own.
 */
export function watchMatches(client: QueryClient) {
  const due: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    timer = undefined;
    const [next] = due;
    if (next === undefined) return;
    if (!isBusy() && client.isMutating() === 0) {
      due.shift();
      if (await claim(next)) await open(client, next);
    }
    lookLater();
  };
  const lookLater = () => {
    if (due.length > 0) timer ??= setTimeout(() => void look(), LOOK_MS);
  };
  // The overlay after an own like is a match that was seen.
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== matchKey[0]) return;
    const person = query.state.data as NewLike | null | undefined;
    if (person?.how === 'match') mark(person.id);
  });
  return {
    note: (memberId: string) => {
      if (!due.includes(memberId)) due.push(memberId);
      lookLater();
    },
    stop: () => {
      clearTimeout(timer);
      due.length = 0;
      unsubscribe();
    },
  };
}

const MARKS = 'hearth-matches';

/** Remembers a match for this browser; returns whether it is a new one. */
function mark(memberId: string): boolean {
  const all = Object.entries(JSON.parse(localStore.getItem(MARKS) ?? '{}') as Record<string, number>);
  const recent = Object.fromEntries(all.filter(([, at]) => Date.now() - at < SAME_MS));
  localStore.setItem(MARKS, JSON.stringify({ ...recent, [memberId]: Date.now() }));
  return !(memberId in recent);
}

/** Whether this tab is the first of the browser to show a match. */
const claim = async (memberId: string): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request(MARKS, () => mark(memberId)) : mark(memberId);

async function open(client: QueryClient, memberId: string): Promise<void> {
  // Whoever is gone by now, or took the like back, is no match to show.
  const person = await api.get('/members/{member_id}', { path: { member_id: memberId } }).catch(() => undefined);
  if (person?.is_match) showMatch(client, person);
}
