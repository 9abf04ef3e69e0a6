/** Characters of the note beside a gift or a photo. */
export const NOTE_LENGTH = 200;

/** From this many characters left the composer counts. */
const COUNTS_FROM = 100;

/** Characters of a message as the server counts them: composed, without white space around. */
export const countCharacters = (text: string): number => Array.from(text.normalize('NFC').trim()).length;

/** How many characters are left, once there are few; negative when there are too many. */
export function charactersLeft(text: string, max: number): number | undefined {
  const left = max - countCharacters(text);
  return left <= COUNTS_FROM ? left : undefined;
}

/** How many messages a balance pays for; undefined where messages are free. */
export const messagesLeft = (credits: number, price: number): number | undefined =>
  price > 0 ? Math.floor(credits / price) : undefined;

/**
 * Whether a key still belongs to what is being composed. Safari ends the composition before the Enter that takes a
 * suggestion, and tells that key only by its old code.
 */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;
