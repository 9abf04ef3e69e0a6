import { afterEach, expect, it, vi } from 'vitest';
import { keepKeyboardRoom } from './keyboard-room';

const room = () => document.documentElement.style.getPropertyValue('--keyboard');

/** A phone whose window stays as high as it is, as an iPhone's does. */
function aPhone() {
  const seen = Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 });
  vi.stubGlobal('innerHeight', 800);
  vi.stubGlobal('visualViewport', seen);
  keepKeyboardRoom();
  return (change: Partial<typeof seen>, by = 'resize') => {
    Object.assign(seen, change);
    seen.dispatchEvent(new Event(by));
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute('style');
});

it('is as high as the keyboard while it is there', () => {
  const move = aPhone();
  expect(room()).toBe('0px');
  move({ height: 460.4 });
  expect(room()).toBe('340px');
  move({ height: 800 });
  expect(room()).toBe('0px');
});

it('is less where the phone has moved what is seen down', () => {
  const move = aPhone();
  move({ height: 460, offsetTop: 100 }, 'scroll');
  expect(room()).toBe('240px');
});

it('is nothing for somebody who has zoomed in', () => {
  const move = aPhone();
  move({ height: 400, scale: 2 });
  expect(room()).toBe('0px');
});
