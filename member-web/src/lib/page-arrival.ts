import { useSyncExternalStore } from 'react';
import { createSignal } from './events';

let hasNavigated = false;
let heading = '';
const changed = createSignal();

/** Notes that the member went to another page; the next page title takes the focus. */
export function noteNavigation(): void {
  hasNavigated = true;
}

/** True once after a navigation. */
export function takeArrival(): boolean {
  const arrived = hasNavigated;
  hasNavigated = false;
  return arrived;
}

/** Makes a heading the name of the page. */
export function setHeading(text: string): void {
  if (heading === text) return;
  heading = text;
  changed.emit();
}

/** The name of the page that is open. */
export const useHeading = (): string =>
  useSyncExternalStore(
    changed.listen,
    () => heading,
    () => '',
  );
