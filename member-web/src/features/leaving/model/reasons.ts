/** Why somebody leaves, in the order in which it is asked; the server keeps the same list. */
export const REASONS = [
  'met-someone',
  'too-few-people',
  'too-expensive',
  'bothered',
  'too-many-messages',
  'other',
] as const;

export type Reason = (typeof REASONS)[number];

/** What a member chose on the way out; "" for no reason given. */
export interface Leaving {
  reason: Reason | '';
  words: string;
}
