/** Keys of what the match finder keeps. */
export const finderKeys = {
  answers: ['match-finder', 'answers'] as const,
  everybody: ['match-finder', 'people'] as const,
  people: (size: number) => ['match-finder', 'people', size] as const,
};
