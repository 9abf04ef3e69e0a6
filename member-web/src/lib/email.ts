/** Something, an @, something, a dot, an ending; the server knows the rest (spec 5.3). */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text.trim());
