import { http, HttpResponse } from 'msw';
import type { Schemas } from '@/api/types';
import { aSettings, aUser } from '@/testing/factories';
import { aProfile, aReference, theRegions } from '@/testing/profile-factory';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';

const EVERY_FIELD = ['gender', 'sexuality', 'relationship_status', 'hair_color', 'tattoos', 'interests'];

type Own = Schemas['ProfileOut'];

/** A server with one profile; returns what was asked of it. */
export function tending(profile: Partial<Own> = {}) {
  let own = aProfile({ next_step: null, ...profile });
  const sent: unknown[] = [];
  const change = (changes: Partial<Own>) => {
    own = { ...own, ...changes };
    return HttpResponse.json(own);
  };
  server.use(
    http.get(`${V1}/profile`, () => HttpResponse.json(own)),
    http.get(`${V1}/reference`, () => HttpResponse.json(aReference)),
    http.get(`${V1}/regions`, () => HttpResponse.json(theRegions)),
    http.patch(`${V1}/profile`, async ({ request }) => {
      const changes = (await request.json()) as Partial<Own>;
      sent.push(changes);
      return change(changes);
    }),
    http.put(`${V1}/profile/consents`, async ({ request }) => {
      const consents = (await request.json()) as Own['consents'];
      sent.push(consents);
      return change({ consents });
    }),
    http.put(`${V1}/photos/order`, async ({ request }) => {
      const { ids } = (await request.json()) as { ids: string[] };
      sent.push(ids);
      change({ photos: ids.flatMap((id) => own.photos.filter((photo) => photo.id === id)) });
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

/** Opens the member's own profile on a site that shows many fields. */
export const open = (settings: Parameters<typeof aSettings>[0] = {}) =>
  renderApp('/profile', { user: aUser(), settings: aSettings({ visible_profile_fields: EVERY_FIELD, ...settings }) });
