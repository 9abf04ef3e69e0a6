import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Paints = { getEntriesByName: (name: string) => unknown[] };
let tell: (paints: Paints) => void;
/** Resolves once the file, whose import takes its time, waits for paints. */
let watching: Promise<void>;
let watch: () => void;

class Observer {
  constructor(listen: (paints: Paints) => void) {
    tell = listen;
  }
  observe() {
    watch();
  }
}

const isIn = () => document.head.querySelector('link') !== null;

beforeEach(() => {
  watching = new Promise((resolve) => {
    watch = resolve;
  });
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('PerformanceObserver', Observer);
  document.head.innerHTML = '<template id="later"><link rel="modulepreload" href="/assets/a.js"></template>';
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the code of a painted page comes once something can be seen', async () => {
  const started = import('./after-paint');
  await watching;
  tell({ getEntriesByName: () => [] });
  await vi.advanceTimersByTimeAsync(100);
  expect(isIn()).toBe(false);
  tell({ getEntriesByName: (name) => (name === 'first-contentful-paint' ? [{}] : []) });
  await started;
  expect(isIn()).toBe(true);
});

test('a tab that nobody looks at has its application all the same', async () => {
  const started = import('./after-paint');
  await watching;
  await vi.advanceTimersByTimeAsync(1_900);
  expect(isIn()).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  await started;
  expect(isIn()).toBe(true);
});
