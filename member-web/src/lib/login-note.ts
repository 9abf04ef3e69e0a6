import { localStore } from './safe-storage';

const KEY = 'hearth-login';

/** Notes that somebody is logged in with this browser. */
export const noteLogin = (): void => localStore.setItem(KEY, '1');

/** Forgets it, because they log out themselves. */
export const forgetLogin = (): void => localStore.removeItem(KEY);

/** Whether a login was noted: where nobody is logged in, it ended without their doing here. */
export const isLoginNoted = (): boolean => localStore.getItem(KEY) !== null;
