import { localStore } from './safe-storage';

/** The storage key of likes that a visitor gave before sign-up (spec 2.28). */
export const KEPT_LIKES = 'hearth-kept-likes';

export const hasKeptLikes = (): boolean => localStore.getItem(KEPT_LIKES) !== null;
