/** What a conversation can begin with; each has a question of its own. */
export const THREADS = ['tea', 'hiking', 'music', 'gardening', 'reading', 'cooking', 'animals', 'travelling'] as const;

/** A set with one thing put in, or taken out where it was in. */
export const toggled = (picked: ReadonlySet<string>, key: string): Set<string> =>
  new Set(picked.has(key) ? [...picked].filter((one) => one !== key) : [...picked, key]);
