import { i18n } from '@/i18n';
import { reloadPage } from '@/lib/reload-page';
import { showToast } from '@/ui/toast/toast';
import type { PageNote } from '@/worker/notes';

/** How often a page that stays open looks for a new version, in milliseconds. */
const LOOK_EVERY_MS = 3_600_000;

/** Tells every new worker which version the page is of; `entry` is the path of its first script. */
export function watchVersions(registration: ServiceWorkerRegistration, entry: string): void {
  const ask = (worker: ServiceWorker) => worker.postMessage({ kind: 'version', entry } satisfies PageNote);
  if (registration.waiting) ask(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') ask(installing);
    });
  });
  lookNowAndThen(registration);
}

/** Says that a new version is ready. The page reloads when somebody presses, never by itself: they may be writing. */
export function offerReload(registration: ServiceWorkerRegistration): void {
  void showToast({
    text: i18n.t('newVersion.text'),
    action: { text: i18n.t('newVersion.reload'), onPress: () => reload(registration) },
  });
}

/** Reloads this tab, where somebody pressed, once the new worker is there. */
function reload({ waiting }: ServiceWorkerRegistration): void {
  if (!waiting) return reloadPage();
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated') reloadPage();
  });
  waiting.postMessage({ kind: 'take-over' } satisfies PageNote);
}

function lookNowAndThen(registration: ServiceWorkerRegistration): void {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < LOOK_EVERY_MS) return;
    last = Date.now();
    registration.update().catch(() => undefined);
  });
}
