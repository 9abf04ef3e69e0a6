import { afterEach, expect, it, vi } from 'vitest';
import { readPushState } from './push';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['a tab of an iPhone', { standalone: false }, 'needs-home-screen'],
  ['an old iPhone’s home screen', { standalone: true }, 'unsupported'],
  ['any other browser without them', {}, 'unsupported'],
])('in %s without push messages', async (_, browser, state) => {
  vi.stubGlobal('navigator', { ...browser, serviceWorker: { getRegistration: async () => ({}) } });
  expect(await readPushState()).toBe(state);
});
