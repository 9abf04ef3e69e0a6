import { describe, expect, it } from 'vitest';
import { createRequestKey } from './once';

describe('the key of a request', () => {
  it('stays the same for the same wish, however often the button is pressed', () => {
    const { keyFor, forget } = createRequestKey();
    const first = keyFor({ method: 'paypal' });
    expect(keyFor({ method: 'paypal' })).toBe(first);
    expect(keyFor({ method: 'ideal' })).not.toBe(first);
    const last = keyFor({ method: 'ideal' });
    forget();
    expect(keyFor({ method: 'ideal' })).not.toBe(last);
  });
});
