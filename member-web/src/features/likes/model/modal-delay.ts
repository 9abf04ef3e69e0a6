/** Nobody waits longer than a day, in seconds; a timer cannot either. */
const LONGEST = 86_400;

/** Milliseconds that the query parameter t asks to wait; undefined unless it is an integer (spec 5.8). */
export function modalDelay(t: string | null): number | undefined {
  if (t === null || !/^-?\d+$/.test(t)) return undefined;
  return Math.min(Math.max(0, Number(t)), LONGEST) * 1000;
}
