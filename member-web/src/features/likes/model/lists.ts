/** The three lists of likes (spec 2.15). */
export const LIKE_LISTS = ['received', 'sent', 'matches'] as const;

export type LikeList = (typeof LIKE_LISTS)[number];

/** The list that an address names; undefined for one that is none. */
export const likeList = (type: string | undefined): LikeList | undefined => LIKE_LISTS.find((one) => one === type);
