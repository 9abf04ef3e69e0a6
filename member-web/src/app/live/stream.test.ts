import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { server } from '@/testing/server';
import { openStream } from './stream';

/** A stream that the test writes, and what came of it. */
function aStream(cursor?: string) {
  const asked: URL[] = [];
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const write = (text: string) => writer.write(new TextEncoder().encode(text));
  void write('retry: 3000\n\n');
  server.use(
    http.get('*/live', ({ request }) => {
      asked.push(new URL(request.url));
      return new HttpResponse(body.readable, { headers: { 'Content-Type': 'text/event-stream' } });
    }),
  );
  const events = { onOpen: vi.fn(), onLife: vi.fn(), onEvent: vi.fn(), onEnd: vi.fn() };
  const close = openStream('/live', cursor, events);
  return { ...events, asked, write, close, end: () => writer.close() };
}

it('tells of heartbeats, events and the end, and asks for what came after the cursor', async () => {
  const { asked, write, end, ...heard } = aStream('5-1');
  await waitFor(() => expect(heard.onOpen).toHaveBeenCalledOnce());
  expect(asked[0]?.searchParams.get('after')).toBe('5-1');
  await write(': beat\n\n');
  await waitFor(() => expect(heard.onLife).toHaveBeenCalledTimes(2));
  await write('event: signal\nid: 6-0\ndata: {"topic":"likes"}\n\n');
  const event = { name: 'signal', id: '6-0', data: '{"topic":"likes"}' };
  await waitFor(() => expect(heard.onEvent).toHaveBeenCalledExactlyOnceWith(event));
  await end();
  await waitFor(() => expect(heard.onEnd).toHaveBeenCalledExactlyOnceWith(undefined));
});

it('tells nothing more once it is closed', async () => {
  const { close, ...heard } = aStream();
  await waitFor(() => expect(heard.onOpen).toHaveBeenCalledOnce());
  close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(heard.onEnd).not.toHaveBeenCalled();
});

it.each([
  [new HttpResponse(null, { status: 403 }), 403],
  [new HttpResponse(null, { status: 503 }), 503],
  [HttpResponse.html('<p>A page of the proxy'), 200],
  [HttpResponse.error(), undefined],
])('a refusal ends before it began: %o', async (answer, status) => {
  server.use(http.get('*/live', () => answer));
  const onEnd = vi.fn();
  openStream('/live', undefined, { onOpen: vi.fn(), onLife: vi.fn(), onEvent: vi.fn(), onEnd });
  await waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(status));
});
