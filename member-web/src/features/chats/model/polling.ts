/** Milliseconds between two questions for news, by how long nothing has happened in the open conversation. */
const PAUSES = [
  { quietFor: 60_000, pause: 2_500 },
  { quietFor: 300_000, pause: 5_000 },
];
const LONGEST_PAUSE = 15_000;

/** How long to wait for the next question: short while people write, longer the quieter it is. */
export const pollPause = (quiet: number): number =>
  PAUSES.find(({ quietFor }) => quiet < quietFor)?.pause ?? LONGEST_PAUSE;

/** Milliseconds between two signs that the member is writing; the server forgets one after six seconds. */
export const TYPING_EVERY = 4_000;

/** Milliseconds for which a sign that the other side is writing counts. */
export const TYPING_SHOWN = 6_000;

/** Milliseconds after an own message in which the live stream should have told of it. */
export const AFTER_SEND = 1_000;

/** Milliseconds after which price, presence and what was spent are read anew. */
export const HEAD_EVERY = 30_000;
