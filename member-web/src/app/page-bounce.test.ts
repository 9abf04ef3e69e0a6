import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { keepTrafficSource } from '@/lib/traffic-source';
import { server } from '@/testing/server';
import { watchBounce } from './page-bounce';

function hide() {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

function heard(): unknown[] {
  const told: unknown[] = [];
  server.use(
    http.post('*/api/v1/page-bounces', async ({ request }) => {
      told.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return told;
}

it('[spec 5.8, 3.8] counts a visit that ends on its first page, once, with its source and nothing else', async () => {
  const told = heard();
  window.history.pushState({}, '', '/landers/video?lb&network=birds&ref=may');
  keepTrafficSource(new URLSearchParams(window.location.search));
  watchBounce();
  hide();
  hide();
  await waitFor(() => expect(told).toEqual([{ path: '/landers/video', network: 'birds', ref: 'may', seconds: 0 }]));
});

it('[spec 5.8] counts nobody who went on to another page', async () => {
  const told = heard();
  window.history.pushState({}, '', '/landers/video?lb');
  watchBounce();
  window.history.pushState({}, '', '/signup');
  hide();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(told).toEqual([]);
});
