/** The state of the history that leads from the entry warning to the terms, which a visitor may read first. */
export const FROM_ENTRY = 'entry';
