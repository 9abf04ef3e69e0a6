/** Keys as react-admin's inputs want them; their words are in the generated messages. */
export const choicesOf = (keys: readonly string[] = []) => keys.map((id) => ({ id, name: choiceLabel(id) }));

/** The message that says a key in words. */
export const choiceLabel = (key: string) => `choices.${key}`;
