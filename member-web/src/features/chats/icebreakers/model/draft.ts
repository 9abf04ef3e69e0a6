/** What stands where the member writes once they took a first sentence: their own words stay above it. */
export const withIcebreaker = (draft: string, sentence: string): string =>
  draft.includes(sentence) ? draft : [draft.trim(), sentence].filter(Boolean).join('\n');
