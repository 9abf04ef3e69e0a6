import { localStore } from './safe-storage';

/** Where the likes lie that a visitor gave at the door (spec 2.28). */
export const KEPT_LIKES = 'hearth-kept-likes';

export const hasKeptLikes = (): boolean => localStore.getItem(KEPT_LIKES) !== null;
