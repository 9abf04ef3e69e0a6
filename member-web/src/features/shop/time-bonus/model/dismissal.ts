import { localStore } from '@/lib/safe-storage';

/** Holds when the member closed the modal, in seconds (spec 4.13). */
const KEY = 'hide-time-bonus-modal';

export const isDismissed = (): boolean => localStore.getItem(KEY) !== null;

export const dismiss = (): void => localStore.setItem(KEY, String(Math.floor(Date.now() / 1000)));
