import type { SwipeKind } from './deck';

/** A card that moved this part of its width is decided about. */
const FAR = 0.3;
/** A flick, in pixels a millisecond, over at least this part of the width. */
const FAST = 0.5;
const FLICK = 0.08;
/** Degrees that a card leans when it has moved its whole width. */
const LEAN = 18;

/** From here on a press is a drag, in pixels. */
export const DRAG_FROM = 8;

/** What letting go of a card means; undefined lets it fall back. */
export function verdict(x: number, width: number, speed: number): SwipeKind | undefined {
  const isFar = Math.abs(x) > width * FAR;
  const isFlick = Math.abs(speed) > FAST && Math.sign(speed) === Math.sign(x) && Math.abs(x) > width * FLICK;
  if (!isFar && !isFlick) return undefined;
  return x > 0 ? 'like' : 'pass';
}

/** Degrees by which a card leans while it follows the finger. */
export const leanOf = (x: number, width: number): number => (LEAN * x) / width;

/** How clearly a card says what letting go would mean, from 0 to 1. */
export const clarityOf = (x: number, width: number): number => Math.min(1, Math.abs(x) / (width * FAR));
