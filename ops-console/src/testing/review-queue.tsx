import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { App } from '@/app';
import { english } from './english';
import { server } from './server';

export const PROBLEM = { headers: { 'Content-Type': 'application/problem+json' } };
export const MEMBER = '0d7a3a10-0000-4000-8000-000000000001';
const ITEMS = [item('a', 'profile-text', 1), item('b', 'photo', 3)];
const OPENED = item('c', 'opened', 2);
const REPORTED = item('m', 'message-report', 2);
export const PHOTOS = ['one', 'two'].map(picture);
export const SEEN = {
  signals: [],
  member: {
    id: MEMBER,
    name: 'Renate',
    age: 66,
    language: 'de',
    is_paid: false,
    is_fictional: false,
    signup_at: '2026-11-01T10:00:00Z',
  },
  strikes: 1,
  photo: null,
  photos: [],
  texts: { name: 'Renate', headline: 'Lesen', about: 'Schreib mir auf WhatsApp.', notes: {} },
  poses_as_staff: false,
  can_lose_name: true,
  message: null,
  opened: null,
  handed: [],
  fiction: [],
  matches: [],
  reports: [],
  pictures: {},
  marked: {
    name: [{ text: 'Renate', is_known: false }],
    headline: [{ text: 'Lesen', is_known: false }],
    about: [{ text: 'Schreib mir auf WhatsApp.', is_known: true }],
  },
  reasons: {
    spam: { rule: 'Niemand wirbt hier.', facts: 'Du hast für etwas geworben.' },
    photo: { rule: 'Ein Foto zeigt dich.', facts: 'Ein Foto passt nicht.' },
  },
  measures: {
    strike: 'Eine Verwarnung, die zählt',
    'remove-content': 'Wir haben es entfernt',
    'permanent-ban': 'Dein Konto ist geschlossen',
  },
  features: { messages: 'Nachrichten schreiben', likes: 'Likes vergeben' },
  scopes: {
    account: 'dein ganzes Konto',
    photos: ['eines deiner Fotos (entfernt)', '2 deiner Fotos (entfernt)'],
    texts: 'Texte in deinem Profil (entfernt)',
    name: 'dein Name (entfernt; wähle einen anderen)',
  },
  counts: ['eine Verwarnung, ein Jahr lang', '2 Verwarnungen, ein Jahr lang'],
  photo_reasons: { 'no-person': 'Auf diesem Foto ist niemand zu sehen.' },
  proposals: { spam: 'strike' },
};

function item(id: string, kind: string, priority: number) {
  return {
    id,
    kind,
    state: 'open',
    priority,
    signals: [],
    member_id: MEMBER,
    subject_id: id,
    version: 0,
    opened_at: '2026-11-22T10:00:00Z',
    due_at: '2099-11-22T14:00:00Z',
    claimed_by: null,
    decided_by: null,
  };
}

export function sent(id: string, body: string) {
  return { id, by: MEMBER, kind: 'photo', body, sent_at: '2026-11-22T10:00:00Z' };
}

export function picture(id: string) {
  return { id, status: 'active', full: `/media/${id}`, blurred: `/media/${id}-blurred` };
}

/** A review queue, in which a colleague may have claimed some items; it records the decisions. */
export function queueOf(taken: Record<string, string> = {}, more: Record<string, unknown> = {}) {
  const decided: unknown[] = [];
  const left = new Set(ITEMS.map(({ id }) => id));
  const found = (id: unknown) => [...ITEMS, OPENED, REPORTED].find((one) => one.id === id) ?? ITEMS[0];
  const api = '*/ops/api/moderation.review';
  server.use(
    http.get('*/ops/api/session', () =>
      HttpResponse.json({
        staff: { id: '1', name: 'Linden', email: 'linden@staff.example', roles: ['moderator'] },
        permissions: ['moderation.review.read', 'moderation.review.decide', 'accounts.members.read'],
      }),
    ),
    http.get(api, ({ request }) => {
      const data = request.url.includes('state=open') ? ITEMS.filter(({ id }) => left.has(id)) : [];
      return HttpResponse.json({ data, total: data.length });
    }),
    http.get(`${api}/:id`, ({ params: { id } }) =>
      HttpResponse.json({ ...found(id), claimed_by: taken[String(id)] ?? null }),
    ),
    http.post(api, () => {
      const next = ITEMS.find(({ id }) => left.has(id) && !(id in taken));
      if (next) return HttpResponse.json(next, { status: 201 });
      return HttpResponse.json({ status: 404, code: 'moderation.queue-empty' }, { status: 404, ...PROBLEM });
    }),
    http.post(`${api}/:id/actions/claim`, ({ params: { id } }) =>
      String(id) in taken
        ? HttpResponse.json({ status: 409, code: 'moderation.case-claimed' }, { status: 409, ...PROBLEM })
        : HttpResponse.json({ ...found(id), version: 1, state: 'claimed', claimed_by: 'Linden' }),
    ),
    http.post(`${api}/:id/actions/evidence`, ({ params: { id } }) =>
      HttpResponse.json({ ...SEEN, kind: found(id)?.kind, ...more }),
    ),
    http.post(`${api}/:id/actions/decide`, async ({ params: { id }, request }) => {
      decided.push([id, await request.json()]);
      left.delete(String(id));
      return HttpResponse.json({ ...found(id), state: 'decided' });
    }),
    http.get('*/ops/api/:resource', ({ request }) => {
      const member = { id: MEMBER, name: 'Renate', age: 66, language: 'de' };
      const data = request.url.includes('accounts.members') ? [member] : [];
      return HttpResponse.json({ data, total: data.length });
    }),
  );
  return decided;
}

export function open(path: string) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <App i18nProvider={english} />
    </MemoryRouter>,
  );
  return userEvent.setup();
}

export const heading = (name: RegExp) => screen.findByRole('heading', { level: 2, name });
