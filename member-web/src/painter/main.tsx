import './surroundings';
import type { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { Boot } from '@/api/boot';
import { bring } from '@/api/client';
import { Providers } from '@/app/providers';
import { createQueryClient } from '@/app/query-client';
import { routes } from '@/app/router';
import { seed } from '@/app/seed';
import { startPainting } from '@/i18n';
import { chooseLanguage } from '@/i18n/locales';

/** What React writes where a part of the page is not there or failed. */
const MISSING_PART = '<!--$!-->';

/** Rounds of promises that the answers which came along need at most to reach the cache. */
const ROUNDS = 100;

interface Asked {
  path: string;
  boot: Boot;
}

interface Painting {
  html?: string;
  error?: string;
}

/** Writes a page down as a visitor sees it first; throws where its address leads elsewhere or it lacks an answer. */
async function write({ path, boot }: Asked): Promise<string> {
  const client = createQueryClient();
  seed(client, boot);
  bring(boot.answers);
  await startPainting(chooseLanguage(boot.language));
  const handler = createStaticHandler(routes(client));
  const context = await handler.query(requestOf(path));
  if (!('matches' in context)) throw new Error('The address leads elsewhere.');
  for (const error of Object.values(context.errors ?? {})) throw error;
  await settle(client);
  const router = createStaticRouter(handler.dataRoutes, context);
  const page = (
    <Providers client={client}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Providers>
  );
  const html = await whole(() => renderToString(page));
  // React names each picture ahead; the server knows better which ones are seen first.
  return html.replace(/^(<link [^>]*>)+/, '');
}

/** Draws until nothing is missing: a first look makes parts come that are loaded on their own. */
async function whole(draw: () => string): Promise<string> {
  const first = draw();
  if (!first.includes(MISSING_PART)) return first;
  await pass(ROUNDS);
  const html = draw();
  if (html.includes(MISSING_PART)) throw new Error('A part of the page does not come.');
  return html;
}

/** Lets others keep their promises. */
const pass = (rounds: number): Promise<void> =>
  Promise.resolve().then(() => (rounds > 0 ? pass(rounds - 1) : undefined));

/** What the router and the pages' loaders read of a request; the host does not matter to them. */
const requestOf = (path: string) =>
  ({
    url: `http://page.invalid${path}`,
    method: 'GET',
    headers: new Map(),
    signal: new AbortController().signal,
  }) as unknown as Request;

/** Waits until the cache holds what came along, and insists that this was all. */
async function settle(client: QueryClient, rounds = ROUNDS): Promise<void> {
  if (client.isFetching() > 0 && rounds > 0) return Promise.resolve().then(() => settle(client, rounds - 1));
  const missing = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.error ?? state.fetchStatus !== 'idle');
  if (missing.length > 0)
    throw new Error(`No answer came along for ${missing.map((one) => one.queryHash).join(', ')}.`);
}

/** What app/pages/painting.py calls: the painting is filled in as soon as the promises are kept. */
function paint(facts: string): Painting {
  const painting: Painting = {};
  write(JSON.parse(facts) as Asked).then(
    (html) => (painting.html = html),
    (error: unknown) => (painting.error = error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  return painting;
}

Object.assign(globalThis, { paint });
