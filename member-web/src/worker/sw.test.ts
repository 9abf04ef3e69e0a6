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
async function change(
  event: object,
  {
    settings = () => Response.json({ push_key: 'key' }),
    status = 204,
  }: { settings?: () => Response; status?: number } = {},
) {
  subscribe.mockReset().mockResolvedValue(fresh);
  unsubscribe.mockClear();
  const told: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address === '/api/v1/settings') return settings();
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

const before = { userVisibleOnly: true, applicationServerKey: 'another key' };

it('subscribes anew with the key of the site, which may be another than before', async () => {
  expect(await change({ oldSubscription: { options: before } })).toEqual(TOLD);
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' });
});

it.each([
  ['no network', () => Promise.reject(new TypeError('no network')) as never],
  ['an error of the server', () => Response.json({ code: 'internal' }, { status: 500 })],
  ['a page instead of settings', () => new Response('<p>Soon</p>')],
])('subscribes anew as before where the key of the site cannot be read: %s', async (_, settings) => {
  expect(await change({ oldSubscription: { options: before } }, { settings })).toEqual(TOLD);
  expect(subscribe).toHaveBeenCalledWith(before);
  const keyless = { oldSubscription: { options: { userVisibleOnly: true, applicationServerKey: null } } };
  expect(await change(keyless, { settings })).toEqual([]);
  expect(await change({}, { settings })).toEqual([]);
  expect(subscribe).not.toHaveBeenCalled();
});

it('tells the subscription that the browser made by itself', async () => {
  expect(await change({ newSubscription: fresh })).toEqual(TOLD);
  expect(subscribe).not.toHaveBeenCalled();
});

it('subscribes to nothing on a site without push messages', async () => {
  const settings = () => Response.json({ push_key: null });
  expect(await change({}, { settings })).toEqual([]);
  expect(await change({ oldSubscription: { options: before } }, { settings })).toEqual([]);
  expect(subscribe).not.toHaveBeenCalled();
});

it('keeps no subscription for nobody', async () => {
  await change({}, { status: 403 });
  expect(unsubscribe).toHaveBeenCalledOnce();
});
