import type { PageNote, WorkerNote } from './notes';
import { isMemberPage, noticeOf, OFFLINE, pathOf, wayOf, type Pushed } from './rules';

declare const self: ServiceWorkerGlobalScope;
/** The files that every page needs, and a word that changes with them; written by build/service-worker.ts. */
declare const SHELL: readonly string[];
declare const VERSION: string;

const CACHE = `hearthside-${VERSION}`;
const { origin } = self.location;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as Pushed));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data as { url: string };
  event.waitUntil(open(pathOf(url, origin)));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event as SubscriptionChange)));
self.addEventListener('message', (event) => {
  event.waitUntil(hear(event.data as PageNote, event.source as WindowClient));
});
self.addEventListener('fetch', (event) => {
  const way = wayOf(event.request, origin, SHELL);
  if (way === 'shell') event.respondWith(fromShell(event.request));
  if (way === 'page') event.respondWith(page(event.request));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all([cache.addAll([...SHELL]), keepOffline(OFFLINE)]);
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

const fromShell = async (request: Request) => (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);

/** Without navigation preload: where it fails, Firefox shows its own error page in the place of ours. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** A page that is of this very version loses nothing; for any other, somebody has to press first. */
async function hear(note: PageNote, tab: WindowClient): Promise<void> {
  if (note.kind === 'language') return speak(note.language);
  if (note.kind === 'take-over' || SHELL.includes(note.entry)) return self.skipWaiting();
  tell(tab, { kind: 'outdated' });
}

/** Keeps the offline page under its plain address, whatever it was asked for with; it says nothing of any member. */
async function keepOffline(address: string): Promise<void> {
  const response = await fetch(address, { cache: 'no-cache' });
  if (response.ok) await (await caches.open(CACHE)).put(OFFLINE, response);
}

async function speak(language: string): Promise<void> {
  const kept = await caches.match(OFFLINE);
  if (kept?.headers.get('Content-Language') !== language) await keepOffline(`${OFFLINE}?lang=${language}`);
}

async function show(pushed: Pushed): Promise<void> {
  const tabs = await openTabs();
  for (const tab of tabs) tell(tab, { kind: 'pushed' });
  // Browsers without a badge, or without leave to show one, go without.
  await navigator.setAppBadge?.(pushed.badge).catch(() => undefined);
  await self.registration.showNotification(pushed.title, noticeOf(pushed));
}

/** Leads to a page of this site: in a tab that is open, without loading anew what somebody may be writing there. */
async function open(path: string): Promise<void> {
  // The one that was looked at last comes first.
  const [tab] = await openTabs();
  if (!tab) return void (await self.clients.openWindow(path));
  await tab.focus();
  tell(tab, { kind: 'open', path });
}

async function openTabs(): Promise<readonly WindowClient[]> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.filter(({ url }) => isMemberPage(url, origin));
}

const tell = (tab: WindowClient, note: WorkerNote) => tab.postMessage(note);

interface SubscriptionChange extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null;
  readonly oldSubscription?: PushSubscription | null;
}

/** The browser's push service gave it another address, or took the old one away: the server learns the new one. */
async function renew({ newSubscription, oldSubscription }: SubscriptionChange): Promise<void> {
  const fresh = newSubscription ?? (await subscribe(oldSubscription?.options));
  if (!fresh) return;
  const answer = await fetch('/api/v1/push-subscriptions', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Hearthside-Client': 'web',
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify(fresh),
  });
  // Nobody is logged in here any more.
  if (answer.status === 403) await fresh.unsubscribe();
}

/** Subscribes with the site's key, or with the options from before where it cannot be read; undefined without a key. */
async function subscribe(before?: PushSubscriptionOptionsInit): Promise<PushSubscription | undefined> {
  const options = await readPushOptions().catch(() => before);
  if (options?.applicationServerKey) return self.registration.pushManager.subscribe(options);
}

async function readPushOptions(): Promise<PushSubscriptionOptionsInit> {
  const answer = await fetch('/api/v1/settings');
  if (!answer.ok) throw new Error(`The settings cannot be read: ${answer.status}`);
  const { push_key } = (await answer.json()) as { push_key: string | null };
  return { userVisibleOnly: true, applicationServerKey: push_key };
}
