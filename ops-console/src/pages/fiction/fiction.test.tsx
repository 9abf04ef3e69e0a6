import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { App } from '@/app';
import { english } from '@/testing/english';
import { server } from '@/testing/server';
import type { Said } from './api';

const ID = '0d7a3a10-0000-4000-8000-000000000002';
const API = '*/ops/api/moderation.fiction';
const ROW = {
  id: ID,
  state: 'waiting',
  profile: 'Vera',
  member: 'Mo',
  language: 'nl',
  unread: 1,
  since: '2026-11-22T10:00:00Z',
  last_at: '2026-11-22T10:00:00Z',
  held_by: null,
};
const CASE = {
  id: ID,
  site: 'Hearthside',
  seen: 5,
  waits: true,
  until: '2099-11-22T10:15:00Z',
  profile: { name: 'Vera', age: 61, city: 'Delft', headline: '', about: '' },
  member: { name: 'Mo', age: 66, since: '2026-01-01T10:00:00Z', language: 'en' },
  disclosure: { label: 'Story', warning: 'Nobody stands behind it.', acknowledged_at: '2026-11-22T09:00:00Z' },
  truth: 'I am not a real person.',
  notes: [],
  handed: null,
  care: { spent: null, distress: false, asks_real: false },
};
const EARLIER = { name: 'Show earlier messages' };
/** As many messages as two pages hold, and one more. */
const SAID = [1, 2, 3, 4, 5].map((seq) => said(seq));

function said(seq: number): Said {
  return {
    id: `said-${seq}`,
    seq,
    is_ours: false,
    by: null,
    is_truth: false,
    body: `Word ${seq}`,
    gift: null,
    photo: null,
    sent_at: '2026-11-22T10:00:00Z',
    signs: [],
  };
}

beforeEach(() => {
  server.use(
    http.get('*/ops/api/session', () =>
      HttpResponse.json({
        staff: { id: '1', name: 'Linden', email: 'linden@staff.example', roles: ['writer'] },
        permissions: ['moderation.fiction.read', 'moderation.fiction.write'],
      }),
    ),
    http.get(API, () => HttpResponse.json({ data: [ROW], total: 1 })),
    http.post(`${API}/:id/actions/take`, () => HttpResponse.json(ROW)),
    http.get(`${API}/:id/views/case`, ({ request }) => {
      const before = Number(new URL(request.url).searchParams.get('before') ?? 6);
      const page = SAID.filter(({ seq }) => seq < before);
      return HttpResponse.json({ ...CASE, messages: page.slice(-2), has_more: page.length > 2 });
    }),
  );
});

test('[spec 10.9] earlier messages come page by page, above what is there, up to the first', async () => {
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={[`/fiction/${ID}`]}>
      <App i18nProvider={english} />
    </MemoryRouter>,
  );
  expect(await screen.findByText('Word 5')).toBeVisible();
  expect(screen.queryByText('Word 3')).toBeNull();
  await user.click(screen.getByRole('button', EARLIER));
  expect(await screen.findByText('Word 2')).toBeVisible();
  await user.click(screen.getByRole('button', EARLIER));
  expect(await screen.findByText('Word 1')).toBeVisible();
  expect(screen.queryByRole('button', EARLIER)).toBeNull();
  expect(screen.getAllByText(/^Word/).map(({ textContent }) => textContent)).toEqual(SAID.map(({ body }) => body));
});

test('[spec 10.9] what slips out of one’s hands is not read on, and the draft waits until it is taken again', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(
    <MemoryRouter initialEntries={[`/fiction/${ID}`]}>
      <App i18nProvider={english} />
    </MemoryRouter>,
  );
  await user.type(await screen.findByLabelText(/^As Vera/), 'Half an answer');
  let isHeld = false;
  server.use(
    http.post(`${API}/:id/actions/take`, () => {
      isHeld = true;
      return HttpResponse.json(ROW);
    }),
    http.get(`${API}/:id/views/case`, () =>
      isHeld ? HttpResponse.json({ ...CASE, messages: SAID, has_more: false }) : refused(),
    ),
  );
  await vi.advanceTimersByTimeAsync(16_000);
  await waitFor(() => expect(screen.queryByText('Word 5')).toBeNull());
  expect(screen.getByText(/claimed this chat/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Claim/ }));
  expect(await screen.findByText('Word 5')).toBeVisible();
  expect(screen.getByLabelText(/^As Vera/)).toHaveValue('Half an answer');
  vi.useRealTimers();
});

test('[spec 10.9] a photo that a member sent is blurred until it is pressed', async () => {
  const user = userEvent.setup();
  const sent = { ...said(6), photo: { status: 'approved', preview: '/photo.jpg' } };
  server.use(
    http.get(`${API}/:id/views/case`, () => HttpResponse.json({ ...CASE, messages: [sent], has_more: false })),
  );
  render(
    <MemoryRouter initialEntries={[`/fiction/${ID}`]}>
      <App i18nProvider={english} />
    </MemoryRouter>,
  );
  const photo = await screen.findByRole('img', { name: 'Photo sent by Mo, blurred' });
  expect(photo).toHaveAttribute('data-veiled', 'true');
  await user.click(photo);
  expect(screen.getByRole('img', { name: 'Photo sent by Mo' })).toHaveAttribute('data-veiled', 'false');
});

/** A desk at which a conversation may be handed over; it notes with which words, and has `handed` after that. */
function handingOver(answer: () => Response | undefined, before: unknown = null) {
  const forms: unknown[] = [];
  let handed = before;
  server.use(
    http.get(`${API}/:id/views/case`, () => HttpResponse.json({ ...CASE, messages: SAID, has_more: false, handed })),
    http.post(`${API}/:id/actions/hand-over`, async ({ request }) => {
      forms.push([await request.json(), request.headers.get('Idempotency-Key')]);
      handed = { by: 'Robin', at: '2026-11-22T10:05:00Z', reason: 'He is in danger.', is_urgent: true };
      return answer() ?? HttpResponse.json(ROW);
    }),
  );
  render(
    <MemoryRouter initialEntries={[`/fiction/${ID}`]}>
      <App i18nProvider={english} />
    </MemoryRouter>,
  );
  return forms;
}

test('[spec 10.9] a conversation is handed to moderation with a reason, at once where it has to be, and then says so', async () => {
  const user = userEvent.setup();
  const forms = handingOver(() => undefined);
  await screen.findByText('Word 5');
  await user.keyboard('h');
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over to moderation' }));
  const send = dialog.getByRole('button', { name: 'Hand over to moderation' });
  await user.click(send);
  expect(await dialog.findByText('Required')).toBeVisible();
  await user.type(dialog.getByLabelText(/^What moderation should review/), 'He is in danger.');
  await user.click(dialog.getByRole('switch', { name: /^Urgent/ }));
  expect(forms).toEqual([]);
  await user.click(send);
  const told = await screen.findByRole('region', { name: 'With moderation' });
  expect(told).toHaveTextContent(/Urgent He is in danger\.Robin, /);
  expect(forms).toEqual([[{ reason: 'He is in danger.', is_urgent: true }, expect.any(String)]]);
  expect(screen.queryByRole('button', { name: /^Hand over to moderation/ })).toBeNull();
  expect(screen.getByText('Word 5')).toBeVisible();
});

test('[spec 10.9] what turns out to be urgent is handed over once more, and then no more', async () => {
  const user = userEvent.setup();
  const calm = { by: 'Linden', at: '2026-11-22T10:00:00Z', reason: 'He is rude.', is_urgent: false };
  const forms = handingOver(() => undefined, calm);
  expect(await screen.findByRole('region', { name: 'With moderation' })).toHaveTextContent(
    /^With moderation He is rude/,
  );
  await user.click(screen.getByRole('button', { name: /^Mark as urgent/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark as urgent' }));
  expect(dialog.queryByRole('switch')).toBeNull();
  await user.type(dialog.getByLabelText(/^What moderation should review/), 'He is in danger.');
  await user.click(dialog.getByRole('button', { name: 'Hand over to moderation' }));
  await waitFor(() => expect(forms).toEqual([[{ reason: 'He is in danger.', is_urgent: true }, expect.any(String)]]));
  expect(await screen.findByText('Urgent')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Mark as urgent/ })).toBeNull();
});

test('[spec 10.9] that a colleague was faster is said, and shown', async () => {
  const user = userEvent.setup();
  handingOver(() => refused('moderation.conversation-handed-over', 'Moderation has it already.'));
  await user.click(await screen.findByRole('button', { name: /^Hand over to moderation/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over to moderation' }));
  await user.type(dialog.getByLabelText(/^What moderation should review/), 'He is in danger.');
  await user.click(dialog.getByRole('button', { name: 'Hand over to moderation' }));
  expect(await screen.findByText('Moderation has it already.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  // Sooner than by the next look, which comes after 15 seconds.
  const told = await screen.findByRole('region', { name: 'With moderation' });
  expect(told).toHaveTextContent('Robin');
});

function refused(code = 'moderation.conversation-not-locked', detail = 'Not yours.') {
  const problem = { status: 409, code, title: 'Conflict', detail };
  return HttpResponse.json(problem, { status: 409, headers: { 'Content-Type': 'application/problem+json' } });
}
