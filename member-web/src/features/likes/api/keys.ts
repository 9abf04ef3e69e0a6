import type { LikeList } from '../model/lists';

/** Keys of the likes; the first word makes them refresh every minute. */
export const likesKeys = {
  list: (type: LikeList) => ['likes', type] as const,
  newest: ['likes', 'newest'] as const,
};
