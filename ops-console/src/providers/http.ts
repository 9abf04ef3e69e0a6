import { HttpError } from 'react-admin';
import { isAway } from './away';
import { isConfirmed } from './confirmation';

const API = '/ops/api';

/** A refusal of the server (RFC 9457). */
export interface Problem {
  status: number;
  code: string;
  title: string;
  detail: string;
  authentication_required?: boolean;
  errors?: readonly { pointer: string; code: string; detail: string }[];
  /** What a prefilled form begins with today, where somebody else changed the record. */
  now?: Record<string, unknown>;
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Call the console's API; a refusal is thrown as an HttpError whose body is the problem. */
export async function call<Answer>(path: string, options: RequestOptions = {}) {
  const response = await send(path, options);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

/** Fetch a file, with the name that the server gives it. */
export async function callFile(path: string, options: RequestOptions = {}) {
  const response = await send(path, options);
  const name = /filename="?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return { name: name ?? 'export.csv', content: await response.blob() };
}

/** Send a request; where the server wants password and code again, ask for them and send it once more. */
async function send(path: string, options: RequestOptions): Promise<Response> {
  const response = await sendOnce(path, options);
  if (response.ok) return response;
  const refusal = await refusalOf(response);
  if (problemOf(refusal)?.code !== 'confirmation-required' || !(await isConfirmed())) throw refusal;
  const again = await sendOnce(path, options);
  if (!again.ok) throw await refusalOf(again);
  return again;
}

function sendOnce(path: string, { method = 'GET', body, idempotencyKey, signal }: RequestOptions) {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Hearthside-Client': 'ops' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  if (isAway()) headers['X-Hearthside-Away'] = '1';
  return fetch(`${API}${path}`, {
    method,
    headers,
    signal: signal ?? null,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    // Browsers say in words of their own that nobody answered; what was called off was not asked.
    throw error instanceof TypeError ? new HttpError('ops.unreachable', 503) : error;
  });
}

async function refusalOf(response: Response) {
  const isProblem = response.headers.get('Content-Type')?.includes('problem+json');
  const problem = isProblem ? ((await response.json()) as Problem) : undefined;
  return new HttpError(problem ? wordsOf(problem) : 'ops.unreachable', response.status, problem);
}

/** What the server says; of wrong values what is wrong with them, as most boxes have no place to mark it. */
function wordsOf({ status, detail, errors = [] }: Problem) {
  return (status === 422 && [...new Set(errors.map((error) => error.detail))].join(' ')) || detail;
}

/** The problem behind an error, if it is a refusal of the server. */
export function problemOf(error: unknown): Problem | undefined {
  return error instanceof HttpError ? (error.body as Problem | undefined) : undefined;
}

/** What the server says about single fields, as react-admin's forms want it. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const errors = problemOf(error)?.errors ?? [];
  return Object.fromEntries(errors.map(({ pointer, detail }) => [pointer.slice(1).split('/')[0] ?? '', detail]));
}

/** A fresh key for one intention: sent again with every repetition of it, so that it happens once. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
