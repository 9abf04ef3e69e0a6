import { createSignal } from '@/lib/events';

let isOpen = false;
const changed = createSignal();

/** Whether the live stream tells of everything at this moment, so that nobody needs to ask for news. */
export const isLive = (): boolean => isOpen;

/** Calls the listener whenever the stream opened or went; returns the function that stops it. */
export const listenLive = changed.listen;

/** Written by what holds the stream, and by nothing else. */
export function setLive(isOpenNow: boolean): void {
  if (isOpen === isOpenNow) return;
  isOpen = isOpenNow;
  changed.emit();
}
