import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router';
import { settingsQuery, userQuery } from '@/api/session';
import { currentLanguage, i18n } from '@/i18n';
import { pushed } from '@/lib/push';
import { rereadPush, settlePush } from '@/shared/push/push';
import type { PageNote, WorkerNote } from '@/worker/notes';
import { offerReload, watchVersions } from './new-version';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * Registers the service worker and does what it says; where the browser has none, the page goes without. `entry` is the
 * address of the page's first script, by which versions are told apart.
 */
export async function startInstalled(client: QueryClient, router: Router, entry: string): Promise<void> {
  const { serviceWorker } = navigator;
  // Without leave to keep a worker (a private window) there is none, either.
  const registration = await serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (!registration) return;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<WorkerNote>) => {
    if (data.kind === 'pushed') pushed.emit();
    if (data.kind === 'open') void router.navigate(data.path);
    if (data.kind === 'outdated') offerReload(registration);
  });
  watchVersions(registration, new URL(entry).pathname);
  await serviceWorker.ready;
  speak(registration);
  i18n.on('languageChanged', () => speak(registration));
  await followLogin(client);
}

/** The offline page speaks as the pages do. */
function speak({ active }: ServiceWorkerRegistration): void {
  active?.postMessage({ kind: 'language', language: currentLanguage() } satisfies PageNote);
}

/** Settles push messages now and after each login and logout, one after the other. */
async function followLogin(client: QueryClient): Promise<void> {
  const { push_key: key } = await client.ensureQueryData(settingsQuery);
  let settled: Promise<void> = Promise.resolve();
  let last: string | null | undefined;
  const follow = (id: string | null) => {
    if (id === last) return;
    last = id;
    // What fails now (no network, an unwilling browser) is tried at the next visit.
    settled = settled
      .then(() => settlePush(key, id))
      .catch(() => undefined)
      .then(() => rereadPush(client));
  };
  const user = new QueryObserver(client, { ...userQuery, enabled: false });
  follow(user.getCurrentResult().data?.id ?? null);
  user.subscribe(({ data }) => follow(data?.id ?? null));
}
