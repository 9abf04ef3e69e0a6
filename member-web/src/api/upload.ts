import { createClient, wait } from './client';

/** Makes a client for forms with files; `onProgress` hears which part of them is sent, from 0 to 1. */
export const createUploadClient = (onProgress: (part: number) => void) =>
  createClient({
    fetch: (url, init = {}) => sendWithProgress(url as string, init, onProgress),
    sleep: wait,
    random: Math.random,
  });

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
