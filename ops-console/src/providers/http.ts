import createClient from 'openapi-fetch';
import { HttpError } from 'react-admin';
import { currentLanguage } from '@/i18n/language';
import type { paths } from './api.gen';
import { isAway } from './away';
import { isConfirmed } from './confirmation';
import type { AnyPaths, Schemas } from './schema';

/** A refusal of the server (RFC 9457); `now` is what a prefilled form begins with today, where somebody else changed it. */
export type Problem = Schemas['Problem'];

const OPTIONS = {
  baseUrl: location.origin,
  headers: { Accept: 'application/json', 'X-Hearthside-Client': 'ops' },
  fetch: send,
};

/** Calls the console's API; a refusal is thrown as an HttpError whose body is the problem. */
export const api = createClient<paths>(OPTIONS);

/** The same for addresses that are put together: react-admin knows a resource only as a text. */
export const anyApi = createClient<AnyPaths>(OPTIONS);

/** Sends a request again and again as one intention, so that it happens once. */
export const once = (key: string) => ({ 'Idempotency-Key': key });

/** What a call answers; refusals are thrown before. */
export async function dataOf<Answer>(asked: Promise<Answer & { data?: unknown }>): Promise<DataOf<Answer>> {
  return (await asked).data as DataOf<Answer>;
}

type DataOf<Answer> = Answer extends { data: infer Data } ? Data : never;

export interface NamedFile {
  name: string;
  content: Blob;
}

/** The file that a call answers `parseAs: 'blob'`, with the name that the server gives it. */
export async function fileOf(asked: Promise<{ data?: Blob; response: Response }>): Promise<NamedFile> {
  const { data, response } = await asked;
  const name = /filename="?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return { name: name ?? 'export.csv', content: data ?? new Blob() };
}

/** Send a request; where the server wants password and code again, ask for them and send it once more. */
async function send(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await sendOnce(request);
  if (response.ok) return response;
  const refusal = await refusalOf(response);
  if (problemOf(refusal)?.code !== 'confirmation-required' || !(await isConfirmed())) throw refusal;
  const repeated = await sendOnce(again);
  if (!repeated.ok) throw await refusalOf(repeated);
  return repeated;
}

function sendOnce(request: Request) {
  if (isAway()) request.headers.set('X-Hearthside-Away', '1');
  request.headers.set('Accept-Language', currentLanguage());
  return fetch(request).catch((error: unknown) => {
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
