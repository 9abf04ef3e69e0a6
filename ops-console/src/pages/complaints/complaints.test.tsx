import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse, type JsonBodyType, type RequestHandler } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { App } from '@/app';
import { forgetSession } from '@/providers/session';
import { english } from '@/testing/english';
import { server } from '@/testing/server';

const CASE = {
  id: 'a',
  number: 'KLMN-2345',
  topic: 'payment',
  state: 'open',
  language: 'en',
  created_at: '2026-11-22T10:00:00Z',
  due_at: '2099-11-29T10:00:00Z',
  due_day: '2099-11-29',
  closed_at: null,
  claimed_by: null,
  is_mine: false,
  is_ours: false,
  person: null,
  is_matched: false,
  messages: [],
  colleagues: [],
  canned: [
    { key: 'twice', topic: 'payment', label: 'Charged twice', text: 'Nobody should pay twice.' },
    { key: 'used', topic: 'payment', label: 'No refund', text: 'The credits were used.' },
    { key: 'looking', topic: null, label: 'We are looking into it', text: 'We look.' },
    { key: 'copy', topic: 'privacy', label: 'A copy', text: 'Ask for it.' },
  ],
  handed: [],
  decisions: [],
  others: [],
  conversations: [],
};

const PERSON = { id: 'm', name: 'Ruth', status: 'active', is_paid: true, signup_at: '2026-05-02T10:00:00Z' };
const SUPPORT = [
  ...['read', 'answer', 'hand-over'].map((each) => `moderation.complaints.${each}`),
  'platform.figures.read',
];

function openCase(shown: () => unknown = () => CASE, ...more: RequestHandler[]) {
  return openAs(SUPPORT, shown, ...more);
}

function openAs(permissions: readonly string[], shown: () => unknown, ...more: RequestHandler[]) {
  forgetSession();
  const api = '*/ops/api/moderation.complaints';
  server.use(
    http.get('*/ops/api/session', () =>
      HttpResponse.json({ staff: { id: '1', name: 'Linden', email: 'l@staff.example', roles: [] }, permissions }),
    ),
    http.get(`${api}/b/views/case`, () => HttpResponse.json({ ...CASE, id: 'b', number: 'PQRS-6789' })),
    http.get(`${api}/:id/views/case`, () => HttpResponse.json(shown() as JsonBodyType)),
    http.get(`${api}/:id`, () => HttpResponse.json(CASE)),
    ...more,
    http.get('*/ops/api/accounts.members/:id', ({ params }) => HttpResponse.json({ ...params, email: 'r•••••' })),
    http.get('*/ops/api/waiting', () => HttpResponse.json({ queues: [] })),
    http.get('*/ops/api/:resource', () => HttpResponse.json({ data: [], total: 0 })),
  );
  render(
    <MemoryRouter initialEntries={['/complaints/a']}>
      <App i18nProvider={english} />
    </MemoryRouter>,
  );
  return userEvent.setup();
}

test('[spec 10.6] ready answers stand under their topics and are chosen by keys, never a heading', async () => {
  const user = openCase();
  const ready = await screen.findByRole('combobox', { name: 'Insert a template' });
  ready.focus();
  await user.keyboard('{Enter}');
  const list = await screen.findByRole('listbox');
  const shown = [...list.children].map((line) => line.textContent);
  expect(shown).toEqual([
    'Payment',
    'Charged twice',
    'No refund',
    'All topics',
    'We are looking into it',
    'Privacy',
    'A copy',
  ]);
  expect(within(list).getAllByRole('option')).toHaveLength(CASE.canned.length);
  await user.click(within(list).getByText('All topics'));
  const words = screen.getByLabelText(/^Answer in/);
  expect(words).toHaveValue('');
  await user.keyboard('{Home}{ArrowDown}{ArrowDown}{Enter}');
  expect(words).toHaveValue('We look.');
});

const words = () => screen.findByLabelText(/^Answer in/);

async function choose(user: ReturnType<typeof userEvent.setup>, ready: string) {
  await user.click(screen.getByRole('combobox', { name: 'Insert a template' }));
  await user.click(await screen.findByRole('option', { name: ready }));
}

test('[spec 10.6] what is written stays when a note is written meanwhile, and a ready answer joins it', async () => {
  const user = openCase();
  await user.type(await words(), 'Dear Ada,');
  await choose(user, 'We are looking into it');
  expect(await words()).toHaveValue('Dear Ada,\n\nWe look.');
  await user.click(screen.getByRole('button', { name: /^Write an internal note instead/ }));
  await user.type(screen.getByLabelText('Internal note'), 'Third time.');
  await user.click(screen.getByRole('button', { name: /^Write an answer instead/ }));
  expect(await words()).toHaveValue('Dear Ada,\n\nWe look.');
  await user.click(screen.getByRole('button', { name: /^Write an internal note instead/ }));
  expect(screen.getByLabelText('Internal note')).toHaveValue('Third time.');
});

test('[spec 10.6] a ready answer comes where the cursor is', async () => {
  const user = openCase();
  const box = (await words()) as HTMLTextAreaElement;
  await user.type(box, 'Dear Ada, Yours, Linden');
  box.setSelectionRange(9, 9);
  await choose(user, 'We are looking into it');
  expect(await words()).toHaveValue('Dear Ada,\n\nWe look.\n\nYours, Linden');
});

test('[spec 10.6] who answers over new words is shown them, and keeps the draft', async () => {
  const said = { author: 'complainant', by: null, at: '2026-11-22T10:00:00Z', is_mailed: false };
  const messages = [{ ...said, id: 'm1', body: 'It was twice.' }];
  const user = openCase(() => ({ ...CASE, messages: [...messages] }));
  const sent: unknown[] = [];
  server.use(
    http.post('*/ops/api/moderation.complaints/a/actions/close', async ({ request }) => {
      sent.push(await request.json());
      if (messages.length > 1) return HttpResponse.json(CASE);
      messages.push({ ...said, id: 'm2', body: 'No, thrice.', at: '2026-11-22T11:00:00Z' });
      const problem = { status: 409, code: 'moderation.written-again', detail: 'They wrote again.' };
      return HttpResponse.json(problem, { status: 409, headers: { 'Content-Type': 'application/problem+json' } });
    }),
  );
  await user.type(await words(), 'Twice, indeed.');
  await user.click(screen.getByRole('button', { name: /^Answer and close/ }));
  expect(await screen.findByText('No, thrice.')).toBeInTheDocument();
  expect(screen.getByText('They wrote again.')).toBeInTheDocument();
  expect(await words()).toHaveValue('Twice, indeed.');
  await user.click(screen.getByRole('button', { name: /^Answer and close/ }));
  await waitFor(async () => expect(await words()).toHaveValue(''));
  expect(sent).toEqual([
    { text: 'Twice, indeed.', seen: 'm1' },
    { text: 'Twice, indeed.', seen: 'm2' },
  ]);
});

test('[spec 10.4] what the menu counts is less as soon as a complaint is answered', async () => {
  let waiting = 2;
  const answered = http.post('*/ops/api/moderation.complaints/a/actions/answer', () => {
    waiting = 1;
    return HttpResponse.json(CASE);
  });
  const counted = http.get('*/ops/api/waiting', () =>
    HttpResponse.json({ queues: [{ queue: 'complaints', waiting, late: 0 }] }),
  );
  const user = openCase(undefined, answered, counted);
  await user.type(await words(), 'Here it is.');
  expect(await screen.findByRole('link', { name: 'Complaints desk, 2 waiting' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  expect(await screen.findByRole('link', { name: 'Complaints desk, 1 waiting' })).toBeVisible();
});

test('[spec 10.6] a complaint is handed to moderation by a key, and says what came of it', async () => {
  const handed = [
    { id: 'i', name: 'Mo', reason: 'Money.', state: 'decided', measure: 'warning', created_at: '2026-11-22T10:00:00Z' },
  ];
  const user = openCase(() => ({ ...CASE, handed }));
  const section = (await screen.findByRole('heading', { name: 'Handed over to moderation' })).closest('section');
  expect(section).toHaveTextContent(/Mo, .*Warning/);
  await user.keyboard('h');
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over to moderation' }));
  await user.click(dialog.getByRole('button', { name: 'Hand over to moderation' }));
  expect(await dialog.findAllByText('Required')).toHaveLength(2);
});

test('[spec 10.6] what was written of one complaint is in no other', async () => {
  const data = [CASE, { ...CASE, id: 'b' }];
  const list = http.get('*/ops/api/moderation.complaints', () => HttpResponse.json({ data, total: 2 }));
  const user = openCase(undefined, list);
  const goOn = async (to: string) => {
    const next = screen.getByRole('button', { name: /^Next$/ });
    await waitFor(() => expect(next).toBeEnabled());
    await user.click(next);
    expect(await screen.findByRole('heading', { name: to })).toBeInTheDocument();
  };
  // Both are known by then, so that nothing is loaded in between.
  await words();
  await goOn('PQRS-6789');
  await goOn(CASE.number);
  await user.type(await words(), 'Dear Ada,');
  await goOn('PQRS-6789');
  expect(await words()).toHaveValue('');
});

test('[spec 10.6] too long a note keeps its end, and it is said how long it may be', async () => {
  const most = 'Enter at most 5000 characters.';
  const user = openCase();
  server.use(
    http.post('*/ops/api/moderation.complaints/a/actions/note', () =>
      HttpResponse.json(
        {
          status: 422,
          code: 'invalid',
          detail: 'Check the marked fields.',
          errors: [{ pointer: '/text', code: 'field.too-long', detail: most }],
        },
        { status: 422, headers: { 'Content-Type': 'application/problem+json' } },
      ),
    ),
  );
  await user.click(await screen.findByRole('button', { name: /^Write an internal note instead/ }));
  await user.click(screen.getByLabelText('Internal note'));
  const note = `${'🌊'.repeat(5001)} and its end`;
  await user.paste(note);
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText(most)).toBeInTheDocument();
  expect(screen.getByLabelText('Internal note')).toHaveValue(note);
});

test('[spec 10.6] a note that was not kept stays in its box', async () => {
  const user = openCase();
  server.use(
    http.post('*/ops/api/moderation.complaints/a/actions/note', () =>
      HttpResponse.json(
        { status: 409, code: 'moderation.case-closed', detail: 'Not now.' },
        { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
      ),
    ),
  );
  await user.click(await screen.findByRole('button', { name: /^Write an internal note instead/ }));
  await user.type(screen.getByLabelText('Internal note'), 'Third time.');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  expect(screen.getByLabelText('Internal note')).toHaveValue('Third time.');
});

test('[spec 10.6] who wrote without logging in stands in the queue as the member with the same address, unproven', async () => {
  const row = { ...CASE, member_id: null, matched_id: null };
  const data = [
    { ...row, matched_id: 'm' },
    { ...row, id: 'b' },
  ];
  const known = [{ id: 'm', name: 'Ruth' }];
  openCase(
    undefined,
    http.get('*/ops/api/moderation.complaints', () => HttpResponse.json({ data, total: 2 })),
    http.get('*/ops/api/accounts.members', () => HttpResponse.json({ data: known, total: 1 })),
  );
  const [matched, stranger] = (await screen.findAllByRole('link', { name: /KLMN/ })) as [HTMLElement, HTMLElement];
  await waitFor(() => expect(matched).toHaveTextContent(/^Ruth *unconfirmed match/));
  expect(stranger).toHaveTextContent(/^Visitor without an account/);
});

const ofRuth = (over: object = {}) => ({ ...CASE, person: PERSON, ...over });

test('[spec 10.6] beside a complaint stands the address of who complains, masked until somebody says why', async () => {
  let sent: unknown;
  const user = openAs(
    [...SUPPORT, 'accounts.members.read', 'accounts.members.reveal'],
    () => ofRuth(),
    http.post('*/ops/api/accounts.members/m/reveal', async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ email: 'ruth@example.org', date_of_birth: '1966-05-17', signup_message: '' });
    }),
  );
  expect(await screen.findByText('r•••••')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ruth' })).toHaveAttribute('href', '/accounts.members/m/show');
  await user.click(await screen.findByRole('button', { name: 'Reveal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reveal this value?' });
  await user.type(within(dialog).getByLabelText(/Reason/), 'Wrote that no mail came');
  await user.click(within(dialog).getByRole('button', { name: 'Reveal' }));
  expect(await screen.findByText('ruth@example.org')).toBeInTheDocument();
  expect(sent).toEqual({ reason: 'Wrote that no mail came' });
});

test('[spec 10.6] whoever may not reveal sees the address masked, of a member who did not log in too', async () => {
  openAs([...SUPPORT, 'accounts.members.read'], () => ofRuth({ is_matched: true }));
  expect(await screen.findByText('r•••••')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reveal' })).not.toBeInTheDocument();
});
