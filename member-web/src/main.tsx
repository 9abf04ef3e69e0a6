import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { readBoot } from './api/boot';
import { bring } from './api/client';
import { reloadOnMissingChunk } from './app/chunk-reload';
import { Providers } from './app/providers';
import { createQueryClient } from './app/query-client';
import { routes } from './app/router';
import { seed } from './app/seed';
import { noteEarly } from './app/take-over';
import { startI18n } from './i18n';
import { keepKeyboardRoom } from './lib/keyboard-room';
import { keepTrafficSource } from './lib/traffic-source';
import { startPush } from './shared/push/push';
import './styles/index.css';

function untilLoaded(router: ReturnType<typeof createBrowserRouter>, then: (_: unknown) => void) {
  if (router.state.initialized) then(router.state);
  else router.subscribe((next) => next.initialized && then(next));
}

async function start() {
  reloadOnMissingChunk();
  keepKeyboardRoom();
  const query = new URLSearchParams(location.search);
  keepTrafficSource(query);
  if (query.has('lb')) void import('./app/page-bounce').then(({ watchBounce }) => watchBounce());
  const boot = await readBoot();
  document.documentElement.dataset.niche = String(boot.settings.niche);
  const client = createQueryClient();
  seed(client, boot);
  bring(boot.answers);
  if (boot.user && boot.settings.push_key !== null) startPush(client);
  // The router begins to load the page while the shared texts are still on their way.
  const texts = startI18n(boot.language);
  const router = createBrowserRouter(routes(client));
  // The page has asked its first questions by then; an answer must not outlive the moment that it was true.
  let isAsPainted = true;
  untilLoaded(router, () => {
    isAsPainted = bring() === 0;
  });
  await texts;
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the app.');
  // What the server wrote there stays until the page can take its place.
  if (root.hasChildNodes()) await new Promise<unknown>((resolve) => untilLoaded(router, resolve));
  const app = (
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>
  );
  // A painting shows what came along; who asked for something else sees something else.
  if (root.dataset['painted'] !== undefined && isAsPainted) {
    const tellEarly = noteEarly(root);
    hydrateRoot(root, app);
    tellEarly();
  } else createRoot(root).render(app);
  // The development server has no service worker.
  if (import.meta.env.PROD)
    void import('./app/installed/start').then(({ startInstalled }) => startInstalled(client, router, import.meta.url));
}

await start();
