import { localStore } from './safe-storage';

/** Whether what has this key was closed in this browser. */
export const isDismissed = (key: string): boolean => localStore.getItem(key) !== null;

/** Keeps the moment when it was closed, in seconds (spec 4.13). */
export const dismiss = (key: string): void => localStore.setItem(key, String(Math.floor(Date.now() / 1000)));
