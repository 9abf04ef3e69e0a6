import { createClient, wait, type RequestOptions } from './client';

/** Posts a form with a file; `onProgress` hears which part of it is sent, from 0 to 1. Raises ApiError like `api`. */
export function upload<T>(
  path: string,
  form: FormData,
  onProgress: (part: number) => void,
  options: Pick<RequestOptions, 'idempotencyKey'> = {},
): Promise<T> {
  const send: typeof fetch = (url, init = {}) => sendWithProgress(url as string, init, onProgress);
  return createClient({ fetch: send, sleep: wait, random: Math.random }).post<T>(path, form, options);
}

/** What fetch does, by the one interface of browsers that tells how much of a body is sent. */
function sendWithProgress(url: string, init: RequestInit, onProgress: (part: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', url);
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0));
    request.addEventListener('load', () => resolve(asResponse(request)));
    request.addEventListener('error', () => reject(new TypeError('The upload did not reach the server.')));
    request.send(init.body as FormData);
  });
}

function asResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['Content-Type', 'Retry-After']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(request.responseText, { status: request.status, headers });
}
