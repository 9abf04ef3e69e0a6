import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aLikesPage, aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const user = aUser({ paid_user: true });

/** Opens the likes in an installed app or in a tab, so many pages after the first. */
async function open({ isInstalled, position }: { isInstalled: boolean; position: number }) {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), { matches: isInstalled && media.includes('standalone'), media } as MediaQueryList),
  );
  window.history.replaceState({ idx: position }, '');
  server.use(http.get(`${V1}/likes`, () => HttpResponse.json(aLikesPage())));
  await renderApp('/likes', { user });
}

describe('the back button', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    window.history.replaceState(null, '');
  });

  it('[spec 2.48] is there in the installed app, when there is somewhere to go back to', async () => {
    await open({ isInstalled: true, position: 2 });
    expect(await screen.findByRole('button', { name: 'Back' })).toBeVisible();
  });

  it.each([
    { isInstalled: false, position: 2 },
    { isInstalled: true, position: 0 },
  ])('[spec 2.48] is not there otherwise: installed $isInstalled, position $position', async (where) => {
    await open(where);
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  });
});
