/** The texts of this language, by namespace. */
export const files = import.meta.glob<{ default: Record<string, unknown> }>('./*.json');
