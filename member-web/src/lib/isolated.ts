/** A letter of a script that runs from right to left: Hebrew, Arabic and their neighbours. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A text as it stands in a line of another: where it has letters that run from right to left, between the signs that keep
 * them from turning what is around them (Unicode TR9).
 */
export const isolated = (text: string): string => (FROM_RIGHT.test(text) ? `\u2068${text}\u2069` : text);
