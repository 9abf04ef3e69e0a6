import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OFFLINE } from './rules';

type Listen = (event: unknown) => void;

const listeners = new Map<string, Listen>();
const subscribe = vi.fn<(options: unknown) => Promise<object>>();
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
    registration: { navigationPreload: { enable }, pushManager: { subscribe } },
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

const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
const fresh = { endpoint: 'https://push.example/new', unsubscribe };

/** Lets the browser tell that its push address changed; returns what the server was told. */
async function change(event: object, { key = 'key', status = 204 }: { key?: string | null; status?: number } = {}) {
  subscribe.mockReset().mockResolvedValue(fresh);
  unsubscribe.mockClear();
  const told: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address === '/api/v1/settings') return Response.json({ push_key: key });
    told.push([address, JSON.parse(init?.body as string)]);
    return new Response(null, { status });
  });
  await send('pushsubscriptionchange', event);
  return told;
}

const TOLD = [['/api/v1/push-subscriptions', { endpoint: fresh.endpoint }]];

it('subscribes anew with the key of the site where the browser does not say what it had', async () => {
  expect(await change({ oldSubscription: null, newSubscription: null })).toEqual(TOLD);
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' });
  expect(await change({})).toEqual(TOLD);
  expect(unsubscribe).not.toHaveBeenCalled();
});

it('subscribes anew as before where the browser says how that was', async () => {
  const options = { userVisibleOnly: true, applicationServerKey: 'another key' };
  expect(await change({ oldSubscription: { options } })).toEqual(TOLD);
  expect(subscribe).toHaveBeenCalledWith(options);
});

it('tells the subscription that the browser made by itself', async () => {
  expect(await change({ newSubscription: fresh })).toEqual(TOLD);
  expect(subscribe).not.toHaveBeenCalled();
});

it('subscribes to nothing on a site without push messages', async () => {
  expect(await change({}, { key: null })).toEqual([]);
  expect(subscribe).not.toHaveBeenCalled();
});

it('keeps no subscription for nobody', async () => {
  await change({}, { status: 403 });
  expect(unsubscribe).toHaveBeenCalledOnce();
});
