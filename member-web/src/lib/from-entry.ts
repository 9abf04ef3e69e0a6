/** Goes along in the history to the terms, which a visitor may read before answering the warning at the door. */
export const FROM_ENTRY = { isFromEntry: true };

/** Whether the visitor came to a page from the warning at the door. */
export const isFromEntry = (state: unknown): boolean =>
  (state as Partial<typeof FROM_ENTRY> | null)?.isFromEntry === true;
