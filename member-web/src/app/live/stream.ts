import { createEventReader, type StreamEvent } from './sse';

/** A server that has not answered by then, in milliseconds, will not. */
const ANSWER_MS = 10_000;

/** What comes of an open stream. */
export interface StreamEvents {
  onOpen: () => void;
  /** Anything came, and be it a heartbeat. */
  onLife: () => void;
  onEvent: (event: StreamEvent) => void;
  /** It ended or never began; the status tells of a refusal. */
  onEnd: (status?: number) => void;
}

/**
 * Opens the live stream after a cursor; returns the function that closes it, after which nothing more is told. An
 * EventSource would hide the heartbeats and the status of a refusal.
 */
export function openStream(url: string, cursor: string | undefined, events: StreamEvents): () => void {
  const abort = new AbortController();
  const address = new URL(url, location.href);
  if (cursor) address.searchParams.set('after', cursor);
  const tooLong = setTimeout(() => abort.abort(), ANSWER_MS);
  let isClosed = false;
  const end = (status?: number) => {
    clearTimeout(tooLong);
    if (!isClosed) events.onEnd(status);
    isClosed = true;
  };
  const read = async () => {
    const answer = await fetch(address, {
      credentials: 'include',
      cache: 'no-store',
      headers: { Accept: 'text/event-stream' },
      signal: abort.signal,
    });
    clearTimeout(tooLong);
    const isStream = answer.headers.get('Content-Type')?.startsWith('text/event-stream');
    if (!answer.ok || !answer.body || !isStream) return answer.status;
    if (isClosed) return undefined;
    events.onOpen();
    const take = createEventReader();
    const decode = new TextDecoder();
    const write = (bytes: Uint8Array) => {
      if (isClosed) return;
      events.onLife();
      for (const event of take(decode.decode(bytes, { stream: true }))) if (!isClosed) events.onEvent(event);
    };
    await answer.body.pipeTo(new WritableStream({ write }), { signal: abort.signal });
    return undefined;
  };
  read().then(end, () => end());
  return () => {
    isClosed = true;
    clearTimeout(tooLong);
    abort.abort();
  };
}
