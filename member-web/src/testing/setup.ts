import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { hangUp } from '@/shared/visitor/signup-call';
import { localStore, sessionStore } from '@/lib/safe-storage';
import { server } from './server';

// jsdom has no layout: what asks for it gets the answer of a desktop window.
window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList;
configure({
  getElementError: (message) => new Error(message ?? ''),
  // Only ends what hangs, as the test's own limit does.
  asyncUtilTimeout: 50_000,
});
window.scrollTo = () => undefined;

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  cleanup();
  hangUp();
  server.resetHandlers();
  ['hearth-traffic-source', 'hearth-chunk-reload', 'hearth-invite'].forEach((key) => {
    localStore.removeItem(key);
    sessionStore.removeItem(key);
  });
  document.cookie = 'language=; path=/; max-age=0';
});
afterAll(() => server.close());
