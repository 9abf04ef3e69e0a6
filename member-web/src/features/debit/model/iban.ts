const bare = (text: string): string => text.replaceAll(/[^0-9a-z]/giu, '').toUpperCase();

/** An account's number as it is printed: in groups of four. */
export const groupIban = (text: string): string => bare(text).replaceAll(/(.{4})(?=.)/gu, '$1 ');

/**
 * What the field shows after a key: grouped while somebody writes on at the end, and left alone while they mend
 * something in the middle, so that the cursor stays where it is.
 */
export const typeIban = (before: string, after: string): string =>
  bare(after).startsWith(bare(before)) && after.length > before.length ? groupIban(after) : after.toUpperCase();
