/** Seconds before the next question, growing; the last one stays. */
const PAUSES = [2, 3, 5, 8, 13, 20, 30] as const;

/** Milliseconds until a waiting order is asked after again, when it was asked after so often. */
export const pauseAfter = (asked: number): number => 1000 * (PAUSES[Math.max(asked, 1) - 1] ?? 30);
