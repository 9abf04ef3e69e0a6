import { afterEach, describe, expect, it } from 'vitest';
import { createRequestKey } from './request-key';
import { forgetWayBack, noteWayBack, wayBack } from './way-back';

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

describe('the way back', () => {
  afterEach(forgetWayBack);

  it('is a path of this site, and nothing else', () => {
    expect(wayBack()).toBeNull();
    noteWayBack('/chats/1');
    expect(wayBack()).toBe('/chats/1');
    noteWayBack('//elsewhere.example/');
    expect(wayBack()).toBeNull();
  });
});
