import { localStore } from '@/lib/safe-storage';
import { STORAGE_KEYS, type Dismissible } from './rules';

export const isDismissed = (warning: Dismissible): boolean => localStore.getItem(STORAGE_KEYS[warning]) !== null;

/** Keeps the moment in seconds (spec 4.13). */
export const dismiss = (warning: Dismissible): void =>
  localStore.setItem(STORAGE_KEYS[warning], String(Math.floor(Date.now() / 1000)));
