/** What one can pick on the way in: things that are easy to speak of, by their keys in the house's list. */
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
