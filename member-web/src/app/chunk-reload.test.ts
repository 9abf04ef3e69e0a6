import { expect, it } from 'vitest';
import { mayReload, reloadOnMissingChunk } from './chunk-reload';

it.each([
  [null, 0, true],
  [1_000, 60_999, false],
  [1_000, 61_000, true],
])('[spec 4.18] after a reload at %s, another at %i is allowed: %s', (last, now, allowed) =>
  expect(mayReload(last, now)).toBe(allowed),
);

it('[spec 4.18] leaves a page alone whose chunks do not come because somebody goes elsewhere', () => {
  reloadOnMissingChunk();
  window.dispatchEvent(new Event('beforeunload'));
  const failure = new Event('vite:preloadError', { cancelable: true });
  window.dispatchEvent(failure);
  expect(failure.defaultPrevented).toBe(false);
});
