import { expect, it } from 'vitest';
import { modalDelay } from './modal-delay';

it.each([
  ['5', 5_000],
  ['0', 0],
  ['-3', 0],
  ['007', 7_000],
  ['99999999999', 86_400_000],
  ['5.5', undefined],
  ['5s', undefined],
  ['', undefined],
  [' 5', undefined],
  ['1e3', undefined],
  [null, undefined],
])('[spec 5.8] waits for t=%s: %s ms', (t, delay) => {
  expect(modalDelay(t)).toBe(delay);
});
