import { http, HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { server } from '@/testing/server';
import { api } from './http';

afterEach(() => void vi.useRealTimers());

test('[spec 10.4] a page that nobody touches says so when it asks, until it is touched again', async () => {
  const said: (string | null)[] = [];
  server.use(
    http.get('*/ops/api/waiting', ({ request }) => {
      said.push(request.headers.get('X-Hearthside-Away'));
      return HttpResponse.json({});
    }),
  );
  vi.useFakeTimers({ toFake: ['Date'] });
  window.dispatchEvent(new Event('keydown'));
  await api.GET('/ops/api/waiting');
  vi.setSystemTime(Date.now() + 61_000);
  await api.GET('/ops/api/waiting');
  window.dispatchEvent(new Event('pointermove'));
  await api.GET('/ops/api/waiting');
  expect(said).toEqual([null, '1', null]);
});
