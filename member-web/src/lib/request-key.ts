/**
 * The Idempotency-Key of something that must happen once: the same wish keeps its key however often the button is
 * pressed, until `forget` says that the server answered it.
 */
export function createRequestKey() {
  let kept: { wish: string; key: string } | null = null;
  return {
    keyFor: (wish: unknown): string => {
      const text = JSON.stringify(wish);
      if (kept?.wish !== text) kept = { wish: text, key: crypto.randomUUID() };
      return kept.key;
    },
    forget: () => {
      kept = null;
    },
  };
}
