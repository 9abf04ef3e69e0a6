import { useState } from 'react';
import { ApiError } from '@/api/api-error';

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

/** A request that must have its effect once; a press after a lost answer repeats it, one after a refusal is new. */
export function useOnce<Values, Answer>(send: (values: Values, key: string) => Promise<Answer>) {
  const [requestKey] = useState(createRequestKey);
  return async (values: Values): Promise<Answer> => {
    try {
      const answer = await send(values, requestKey.keyFor(values));
      requestKey.forget();
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) requestKey.forget();
      throw error;
    }
  };
}
