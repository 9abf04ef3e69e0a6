import { localStore } from './safe-storage';

const KEY = 'hearth-invite';

/** Keeps the invitation that an address brings until the signup (spec 6.2). */
export function keepInvite(query: URLSearchParams): void {
  const code = query.get('invite')?.trim().slice(0, 40);
  if (code) localStore.setItem(KEY, code);
}

/** The kept code, or the empty text. */
export const readInvite = (): string => localStore.getItem(KEY) ?? '';

export const forgetInvite = (): void => localStore.removeItem(KEY);
