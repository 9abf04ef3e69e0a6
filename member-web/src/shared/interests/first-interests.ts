/** The interests offered at sign-up, by their keys in the list of interests. */
export const FIRST_INTERESTS = [
  'cooking',
  'music',
  'hiking',
  'reading',
  'tea',
  'gardening',
  'dancing',
  'animals',
  'travelling',
  'movies',
  'biking',
  'photography',
  'theater',
  'beach',
  'art',
  'wine',
] as const;

/** Those of a list in an address that can be picked. */
export const parseInterests = (text: string | null) => {
  const named = new Set(text?.split(','));
  return FIRST_INTERESTS.filter((one) => named.has(one));
};
