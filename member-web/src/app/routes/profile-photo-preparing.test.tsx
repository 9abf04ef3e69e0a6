import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { aSettings, aUser } from '@/testing/factories';
import { aPhoto, aProfile, aReference, theRegions } from '@/testing/profile-factory';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';

const photo = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });

it('photos are prepared before they are sent, and until then can be taken back', async () => {
  const sent: string[] = [];
  server.use(
    http.get(`${V1}/reference`, () => HttpResponse.json(aReference)),
    http.get(`${V1}/regions`, () => HttpResponse.json(theRegions)),
    http.get(`${V1}/profile`, () => HttpResponse.json(aProfile({ next_step: null, photos: [] }))),
    http.post(`${V1}/photos`, async ({ request }) => {
      sent.push(((await request.formData()).get('file') as File).name);
      return HttpResponse.json(aPhoto({ status: 'pending' }), { status: 201 });
    }),
  );
  const { user } = await renderApp('/profile', { user: aUser(), settings: aSettings() });
  // The window of these tests never opens a picture, so that what is large stays in preparation.
  const files = [photo('large.jpg', 2 * 1024 * 1024), photo('waiting.jpg', 1), photo('small.jpg', 1)];
  fireEvent.change(await screen.findByLabelText('Choose photos'), { target: { files } });
  expect(await screen.findByRole('progressbar', { name: 'Preparing large.jpg' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel upload of waiting.jpg' }));
  await user.click(screen.getByRole('button', { name: 'Cancel upload of large.jpg' }));
  expect(screen.queryByText('large.jpg')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('small.jpg')).not.toBeInTheDocument());
  expect(sent).toEqual(['small.jpg']);
});
