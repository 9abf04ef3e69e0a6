import { createSignal } from '@/lib/events';
import { ApiError } from './api-error';
import type { Call, CommonOptions, Method, Values } from './operations';

/** Tries after the first one (spec 7.16). */
const RETRIES = 5;
const FIRST_DELAY_MS = 300;
/** A server that asks for a longer pause than this is not asked again. */
const LONGEST_DELAY_MS = 10_000;
/** A fetch takes at least this long, so that a page does not flicker (spec 7.16). */
const SHORTEST_FETCH_MS = 200;

const BASE = '/api/v1';

/** What `Call` asks of its callers, of any operation. */
interface Options extends CommonOptions {
  path?: Values;
  query?: Values;
  body?: unknown;
}

/** Fired when the server says that a login is missing for what somebody does: it leads to the login (spec 6.8). */
export const loginMissing = createSignal();

/** The login ended elsewhere, or is missing for what is only read: pages for members lead to the login, others stay. */
export const loginEnded = createSignal();

/** Answers that came with the page, by path and query: each is given once, to who asks first. */
const brought = new Map<string, unknown>();

/** Takes in the answers that came with a page; called with none it forgets those left. Returns how many were left. */
export function bring(answers: Record<string, unknown> = {}): number {
  const left = brought.size;
  brought.clear();
  for (const [question, answer] of Object.entries(answers)) brought.set(question, answer);
  return left;
}

/** What the client needs from its surroundings; tests give their own clock and chance. */
export interface Surroundings {
  fetch: typeof fetch;
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  random: () => number;
  /** Milliseconds that a request takes at least. */
  shortest?: number;
}

/** Makes a client; its methods raise ApiError for a refusal and DOMException when aborted. */
export function createClient({ fetch: send, sleep, random, shortest = SHORTEST_FETCH_MS }: Surroundings) {
  async function request<T>(method: Method, path: string, options: Options = {}): Promise<T> {
    const question = fill(path, options.path) + queryString(options.query);
    if (method === 'get' && brought.has(question)) {
      const answer = brought.get(question) as T;
      brought.delete(question);
      return answer;
    }
    const init = prepare(method, options);
    const pause = sleep(shortest);
    try {
      return await attempt<T>(BASE + question, init);
    } finally {
      await pause;
    }
  }

  async function attempt<T>(url: string, init: RequestInit, tries = 0): Promise<T> {
    const outcome = await send(url, init).catch((error: unknown) => networkFailure(error));
    if (outcome instanceof Response && outcome.ok) return readBody<T>(outcome);
    const error = outcome instanceof Response ? await ApiError.from(outcome) : outcome;
    const delay = tries < RETRIES ? retryDelay(error, tries, random()) : undefined;
    if (delay === undefined) throw told(error, init);
    await sleep(delay, init.signal ?? undefined);
    return attempt<T>(url, init, tries + 1);
  }

  const call =
    <M extends Method>(method: M): Call<M> =>
    (path, ...[options]) =>
      request(method, path, options);

  return { get: call('get'), post: call('post'), put: call('put'), patch: call('patch'), delete: call('delete') };
}

/** The request as it is sent at every try; the key stays the same, so that a repeat has one effect. */
function prepare(method: Method, { body, signal, idempotencyKey }: Options): RequestInit {
  const headers = new Headers({ Accept: 'application/json', 'X-Hearthside-Client': 'web' });
  if (method !== 'get') headers.set('Idempotency-Key', idempotencyKey ?? crypto.randomUUID());
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  return {
    method: method.toUpperCase(),
    headers,
    credentials: 'same-origin',
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  };
}

/** Puts the values into a path such as '/orders/{order_id}'. */
const fill = (path: string, values: Values = {}): string =>
  path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(String(values[name])));

function queryString(query: Values = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one));
  }
  const text = params.toString();
  return text && `?${text}`;
}

/** A try that got no answer; an abort is no failure and goes on to the caller. */
function networkFailure(error: unknown): ApiError {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  return new ApiError(0, {}, error);
}

/** The first copy of the same call is still at work: its answer comes to a later try with the same key. */
const STILL_RUNNING = 'idempotency.still-running';

/** Milliseconds until the next try, or undefined where another try cannot help. */
function retryDelay({ status, code, retryAfter }: ApiError, tries: number, chance: number): number | undefined {
  const growing = FIRST_DELAY_MS * 2 ** tries * (0.5 + chance / 2);
  if ([0, 502, 503, 504].includes(status) || code === STILL_RUNNING) return growing;
  const isShort = status === 429 && retryAfter <= LONGEST_DELAY_MS;
  return isShort ? Math.max(retryAfter, growing) : undefined;
}

function told(error: ApiError, init: RequestInit): ApiError {
  if (error.status === 403 && error.authenticationRequired) {
    const { emit } = init.method === 'GET' ? loginEnded : loginMissing;
    emit();
  }
  return error;
}

async function readBody<T>(response: Response): Promise<T> {
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Waits; an abort ends the waiting with the signal's reason. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

export const api = createClient({ fetch: (...call) => fetch(...call), sleep: wait, random: Math.random });
