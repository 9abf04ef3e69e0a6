import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OFFLINE } from './rules';

type Listen = (event: unknown) => void;

const listeners = new Map<string, Listen>();
const enable = vi.fn<() => Promise<void>>(async () => undefined);
const kept = new Response('You are offline');

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('SHELL', []);
  vi.stubGlobal('VERSION', '1');
  vi.stubGlobal('caches', {
    keys: async () => [],
    match: async (address: string) => (address === OFFLINE ? kept : undefined),
  });
  vi.stubGlobal('self', {
    location: { origin: 'https://hearthside.example' },
    registration: { navigationPreload: { enable } },
    clients: { claim: async () => undefined },
    addEventListener: (name: string, listen: Listen) => listeners.set(name, listen),
  });
  // The worker has types of its own, so that it is not imported as others are.
  await vi.importActual('./sw');
});

afterEach(() => vi.unstubAllGlobals());

async function send(name: string, event: object): Promise<unknown> {
  let answer: unknown;
  const keep = (promise: unknown) => {
    answer = promise;
  };
  listeners.get(name)?.({ ...event, waitUntil: keep, respondWith: keep });
  return answer;
}

const opening = { method: 'GET', mode: 'navigate', url: 'https://hearthside.example/members' };

it('never lets browsers ask ahead: Firefox shows its own error page where such a call fails', async () => {
  await send('activate', {});
  expect(enable).not.toHaveBeenCalled();
});

it('shows the page that is kept while the server is away, whatever became of a call ahead', async () => {
  const ask = vi.fn<(request: unknown) => Promise<Response>>(async () => {
    throw new TypeError('no network');
  });
  vi.stubGlobal('fetch', ask);
  const ahead = new Promise(() => undefined);
  expect(await send('fetch', { request: opening, preloadResponse: ahead })).toBe(kept);
  expect(ask).toHaveBeenCalledWith(opening);
});
