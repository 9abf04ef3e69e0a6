import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { aSettings, aUser } from '@/testing/factories';
import { aPhoto, aProfile, aReference, theRegions } from '@/testing/profile-factory';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';

describe('own photos', () => {
  it('keep the order that was asked for last while an earlier one is on its way', async () => {
    const photos = [aPhoto({ is_main: true }), aPhoto()];
    const [first, second] = photos.map(({ id }) => id);
    const sent: string[][] = [];
    const answers: (() => void)[] = [];
    let looks = 0;
    server.use(
      http.get(`${V1}/reference`, () => HttpResponse.json(aReference)),
      http.get(`${V1}/regions`, () => HttpResponse.json(theRegions)),
      http.get(`${V1}/profile`, () => {
        looks += 1;
        return HttpResponse.json(aProfile({ next_step: null, photos }));
      }),
      http.put(`${V1}/photos/order`, async ({ request }) => {
        sent.push(((await request.json()) as { ids: string[] }).ids);
        await new Promise<void>((resolve) => void answers.push(resolve));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/profile', { user: aUser(), settings: aSettings() });
    await user.click(screen.getByRole('button', { name: 'Move photo 1 later' }));
    await waitFor(() => expect(answers).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Move photo 2 earlier' }));
    expect(sent).toEqual([[second, first]]);
    answers[0]?.();
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(sent[1]).toEqual([first, second]);
    expect(looks).toBe(1);
    answers[1]?.();
    await waitFor(() => expect(looks).toBe(2));
  });
});
