/** Characters as readers see them (grapheme clusters, UAX #29); code points in browsers that do not know these. */
const charactersOf = (text: string): string[] =>
  'Segmenter' in Intl
    ? Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)
    : Array.from(text);

/** A text of at most so many characters, cut between two of them. */
export function shortened(text: string, max: number): string {
  const characters = charactersOf(text);
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
}
