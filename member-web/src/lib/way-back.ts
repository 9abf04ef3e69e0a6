import { sessionStore } from './safe-storage';

const KEY = 'hearth-way-back';

/** Notes where the member was when they went to buy; it outlives the provider's page, in this tab only. */
export const noteWayBack = (path: string): void => sessionStore.setItem(KEY, path);

/** Where the member was when they went to buy, a path of this site, or null. */
export function wayBack(): string | null {
  const path = sessionStore.getItem(KEY);
  return path && /^\/(?!\/)/.test(path) ? path : null;
}

export const forgetWayBack = (): void => sessionStore.removeItem(KEY);
