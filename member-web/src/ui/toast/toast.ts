import { useSyncExternalStore } from 'react';

export interface Toast {
  text: string;
  tone?: 'ok' | 'danger';
  /** What somebody may do about it; such a toast stays until they answer. */
  action?: { text: string; onPress: () => void };
}

/** How long a toast stays, in milliseconds; react-aria asks for at least 5000. */
const STAY_MS = 6000;

let wanted = false;
const listeners = new Set<() => void>();

/** Shows a short message at the edge of the page; the widget's code arrives with the first one. */
export async function showToast(toast: Toast): Promise<void> {
  wanted = true;
  listeners.forEach((listener) => listener());
  const { toastQueue } = await import('./toast-region');
  toastQueue.add(toast, toast.action ? {} : { timeout: STAY_MS });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True once a toast was shown, which is when the region has to be in the page. */
export const useToastsWanted = () =>
  useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  );
