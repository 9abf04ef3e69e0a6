import { afterEach, describe, expect, it } from 'vitest';
import { forgetWayBack, noteWayBack, wayBack } from './way-back';

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
