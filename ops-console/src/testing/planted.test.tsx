import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { Admin } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { expect, test, vi } from 'vitest';
import { resourceOf } from '@/kit/pages';
import { dataProvider } from '@/providers/data-provider';
import desks from '@/i18n/locales/en/desks.json';
import records from './planted/records.gen.json';
import { resources } from './planted/resources.gen';
import { server } from './server';

const ID = '3f0c8a52-6a56-4a35-9f0a-1a6f3b2a7c11';
const BOAT = {
  id: ID,
  name: 'Heron',
  skipper: 'R•••••',
  length: 7,
  colour: 'deep_blue',
  flags: ['nl'],
  is_afloat: true,
  sister_id: null,
  built_on: '1985-05-17',
  sunk_at: null,
  remark: 'Leaks',
};
const ALL = ['harbour.boats.read', 'harbour.boats.reveal', 'harbour.boats.sink', 'harbour.boats.launch'];

const SISTER_ID = '7c21d0be-90ab-4a5e-8d57-5b0d3c1f6e22';
const REPAIR_ID = `${ID}~1`;
const REPAIR = {
  id: REPAIR_ID,
  number: 1,
  boat_id: ID,
  price_minor: { minor: 1250, currency: 'EUR' },
  parts: ['mast', 'oar'],
  drawing: null,
  bill: null,
  story: 'storm',
  note: 'sealed',
  yard: 'NL',
  by: `staff:${ID}`,
  way: 'deep_blue',
  from_list: 'harbour.boats',
};

/** Open the planted console at a path, for someone with these permissions. */
function open(path: string, permissions: readonly string[], boat = BOAT, handlers: readonly HttpHandler[] = []) {
  server.use(
    ...handlers,
    http.get(`*/ops/api/harbour.repairs/${REPAIR_ID}`, () => HttpResponse.json(REPAIR)),
    http.get('*/ops/api/harbour.boats', () => HttpResponse.json({ data: [boat], total: 1 })),
    http.get(`*/ops/api/harbour.boats/${ID}`, () => HttpResponse.json(boat)),
  );
  const messages = { ...english, ...records, ...desks };
  const auth = {
    login: () => Promise.resolve(),
    logout: () => Promise.resolve(),
    checkAuth: () => Promise.resolve(),
    checkError: () => Promise.resolve(),
    getPermissions: () => Promise.resolve(permissions),
  };
  render(
    <MemoryRouter initialEntries={[path]}>
      <Admin
        authProvider={auth}
        dataProvider={dataProvider}
        i18nProvider={polyglotI18nProvider(() => messages, 'en', { allowMissing: false })}
        disableTelemetry
      >
        {resources.map(resourceOf)}
      </Admin>
    </MemoryRouter>,
  );
  return userEvent.setup();
}

/** The box of a fact on a record's page. */
const fact = async (label: string) => (await screen.findByText(label)).parentElement?.parentElement;

test('[spec 10.4] a declared list shows its columns in words, and what is masked stays masked', async () => {
  open('/harbour.boats', ALL);
  const row = (await screen.findByText('Heron')).closest('tr');
  if (!row) throw new Error('no row');
  for (const text of ['R•••••', '7', 'Deep blue', 'Dutch', 'Yes', '17 May 1985']) {
    expect(within(row).getByText(text)).toBeVisible();
  }
  expect(screen.queryByText('Leaks')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Reveal' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Launch a boat' })).toBeVisible();
});

test('[spec 10.4] revealing asks for a reason and shows the value until the page is left', async () => {
  const user = open(`/harbour.boats/${ID}/show`, ALL);
  let sent: unknown;
  server.use(
    http.post(`*/ops/api/harbour.boats/${ID}/reveal`, async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ skipper: 'Ruth' });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Reveal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reveal this value?' });
  await user.click(within(dialog).getByRole('button', { name: 'Reveal' }));
  expect(await within(dialog).findByText('Required')).toBeVisible();
  expect(sent).toBeUndefined();
  await user.type(within(dialog).getByLabelText(/Reason/), 'Complaint 12');
  await user.click(within(dialog).getByRole('button', { name: 'Reveal' }));
  expect(await screen.findByText('Ruth')).toBeInTheDocument();
  expect(sent).toEqual({ reason: 'Complaint 12' });
});

test('[spec 10.4] what was revealed of one record is not shown on the page of another', async () => {
  const sister = { ...BOAT, id: SISTER_ID, name: 'Egret', skipper: 'A•••', sister_id: ID };
  const boats = [{ ...BOAT, sister_id: SISTER_ID }, sister] as const;
  const user = open(`/harbour.boats/${ID}/show`, ALL, BOAT, [
    http.get('*/ops/api/harbour.boats', () => HttpResponse.json({ data: boats, total: 2 })),
    http.get('*/ops/api/harbour.boats/:id', ({ params }) =>
      HttpResponse.json(boats.find(({ id }) => id === params.id)),
    ),
    http.post(`*/ops/api/harbour.boats/${ID}/reveal`, () => HttpResponse.json({ skipper: 'Ruth' })),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Reveal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reveal this value?' });
  await user.type(within(dialog).getByLabelText(/Reason/), 'Complaint 12');
  await user.click(within(dialog).getByRole('button', { name: 'Reveal' }));
  expect(await screen.findByText('Ruth')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Egret' }));
  expect(await screen.findByText('A•••')).toBeVisible();
  expect(screen.queryByText('Ruth')).not.toBeInTheDocument();
});

test('[spec 10.4] an action is sent with its form; a refusal stands at its field, and trying again keeps the key', async () => {
  const user = open(`/harbour.boats/${ID}/show`, ALL);
  const keys: (string | null)[] = [];
  server.use(
    http.post(`*/ops/api/harbour.boats/${ID}/actions/sink`, async ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      expect(request.headers.get('X-Hearthside-Client')).toBe('ops');
      expect(await request.json()).toEqual({ reason: 'storm', depth: 12 });
      if (keys.length > 1) return HttpResponse.json({ ...BOAT, is_afloat: false });
      const problem = { status: 422, code: 'invalid', title: '', detail: '' };
      const errors = [{ pointer: '/depth', code: 'field.between', detail: 'Enter a number from 20 to 30.' }];
      return HttpResponse.json(
        { ...problem, errors },
        { status: 422, headers: { 'Content-Type': 'application/problem+json' } },
      );
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Sink' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sink' });
  expect(within(dialog).getByText('Empty?')).toBeVisible();
  await user.type(within(dialog).getByLabelText(/Reason/), 'storm');
  await user.type(within(dialog).getByLabelText(/Depth/), '12');
  await user.click(within(dialog).getByRole('button', { name: 'Sink' }));
  expect(await within(dialog).findByText('Enter a number from 20 to 30.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Sink' }));
  expect(await screen.findByText('Sink: done.')).toBeInTheDocument();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('[spec 10.4] an action is offered only where the record is one that it is for', async () => {
  open(`/harbour.boats/${ID}/show`, ALL, { ...BOAT, is_afloat: false });
  expect(await screen.findByText('Leaks')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reveal' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sink' })).not.toBeInTheDocument();
});

test('[spec 10.4] whoever may only read is offered nothing to do', async () => {
  open(`/harbour.boats/${ID}/show`, ['harbour.boats.read']);
  expect(await screen.findByText('Leaks')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sink' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Reveal' })).not.toBeInTheDocument();
});

test('[spec 10.4] what is empty on a page is shown as empty', async () => {
  open(`/harbour.boats/${ID}/show`, ALL, { ...BOAT, flags: [], remark: '' });
  expect(await fact('Flags')).toHaveTextContent('Flags—');
  expect(await fact('Sister ship')).toHaveTextContent('Sister ship—');
  expect(await fact('Remark, which isn\'t shown in "lists"')).toHaveTextContent(/lists"—$/);
  expect(await fact('Afloat')).toHaveTextContent('AfloatYes');
});

const CORRECTS = ['harbour.repairs.read', 'harbour.repairs.correct', 'harbour.boats.read'];
const HELD = { story: 'storm', parts: ['mast', 'oar'], price_minor: 1250, drawing: null, note: 'sealed' };

/** Open the form of a repair, which begins with what it holds; what is sent is kept. */
async function openRepair(...answers: (() => Response)[]) {
  const user = open(`/harbour.repairs/${REPAIR_ID}/show`, CORRECTS);
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.post(`*/ops/api/harbour.repairs/:id/actions/correct`, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return answers[sent.length - 1]?.() ?? HttpResponse.json(REPAIR);
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Correct' }));
  const dialog = await screen.findByRole('dialog', { name: 'Correct' });
  const send = () => user.click(within(dialog).getByRole('button', { name: 'Save' }));
  return { user, dialog, send, sent };
}

test('[spec 10.4] a form that nobody touched is sent as the record holds it, whatever of it is empty', async () => {
  const { send, sent } = await openRepair();
  await send();
  expect(await screen.findByText('Correct: done.')).toBeInTheDocument();
  expect(sent[0]).toMatchObject({ ...HELD, before: HELD });
});

test('[spec 10.4] what may be empty can be emptied: a text is sent as an empty one, a number as none', async () => {
  const { user, dialog, send, sent } = await openRepair();
  await user.clear(within(dialog).getByLabelText(/Note/));
  await user.clear(within(dialog).getByLabelText(/Price minor/));
  await user.type(within(dialog).getByLabelText(/Parts/), '{Backspace}{Backspace}');
  await send();
  expect(await screen.findByText('Correct: done.')).toBeInTheDocument();
  expect(sent[0]).toMatchObject({ story: 'storm', parts: [], price_minor: null, drawing: null, note: '' });
});

test('[spec 10.4] what must be said is asked for, and nothing is sent', async () => {
  const { user, dialog, send, sent } = await openRepair();
  await user.clear(within(dialog).getByLabelText(/Story/));
  await send();
  expect(await within(dialog).findByText('Required')).toBeVisible();
  expect(sent).toEqual([]);
});

const refusal = (status: number, code: string, detail: string, more: object) => () =>
  HttpResponse.json(
    { status, code, title: detail, detail, ...more },
    { status, headers: { 'Content-Type': 'application/problem+json' } },
  );

test('[spec 10.4] what somebody else changed is said at its field, and the draft can be sent once it is read', async () => {
  const now = { ...HELD, note: 'open' };
  const errors = [{ pointer: '/note', code: 'field.changed', detail: 'Someone has changed this to: open' }];
  const { user, dialog, send, sent } = await openRepair(
    refusal(409, 'changed-meanwhile', 'Someone else has changed this.', { errors, now }),
  );
  await user.type(within(dialog).getByLabelText(/Story/), ' and ice');
  await send();
  expect(await within(dialog).findByText('Someone has changed this to: open')).toBeVisible();
  expect(await screen.findByText('Someone else has changed this.')).toBeInTheDocument();
  expect(within(dialog).getByLabelText(/Story/)).toHaveValue('storm and ice');
  await send();
  expect(await screen.findByText('Correct: done.')).toBeInTheDocument();
  expect(sent[1]).toMatchObject({ story: 'storm and ice', note: 'sealed', before: now });
});

test('[spec 10.4] a refusal about something that the form does not show is said in words', async () => {
  const errors = [{ pointer: '/host', code: 'taken', detail: 'Somebody has this already.' }];
  const { send } = await openRepair(refusal(422, 'taken', 'Somebody has this already.', { errors }));
  await send();
  expect(await screen.findByText('Somebody has this already.')).toBeInTheDocument();
});

test('[spec 10.4] a file is asked for with a reason, and handed to the browser under its name', async () => {
  const kept: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    kept.push(this.download);
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => undefined }));
  const user = open(`/harbour.repairs/${REPAIR_ID}/show`, ['harbour.repairs.read', 'harbour.repairs.print']);
  let sent: unknown;
  server.use(
    http.post(`*/ops/api/harbour.repairs/:id/actions/print`, async ({ request }) => {
      sent = await request.json();
      return new HttpResponse('%PDF-', { headers: { 'Content-Disposition': 'attachment; filename="bill.pdf"' } });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Open the bill' }));
  const dialog = await screen.findByRole('dialog', { name: 'Open the bill' });
  await user.type(within(dialog).getByLabelText(/Reason/), 'Complaint 12');
  await user.click(within(dialog).getByRole('button', { name: 'Open the bill' }));
  expect(await screen.findByText('Open the bill: done.')).toBeInTheDocument();
  expect(sent).toEqual({ reason: 'Complaint 12' });
  expect(kept).toEqual(['bill.pdf']);
});

const NOTHING = { data: [], total: 0, has_more: false };

test('[spec 10.4] a record is named by its columns in words, never by its id, and the way to its list stands beside', async () => {
  open(`/harbour.repairs/${REPAIR_ID}/show`, ['harbour.repairs.read'], BOAT);
  expect(await screen.findByText('storm')).toBeVisible();
  const name = document.querySelector('.record-name');
  await waitFor(() => expect(name).toHaveTextContent(/^Heron1$/));
  expect(name?.querySelector('a')).toBeNull();
  expect(screen.getByRole('link', { name: 'Repairs' })).toHaveAttribute('href', '/harbour.repairs');
});

test('[spec 10.4] an empty list says what belongs there, and one that is searched that nothing fits', async () => {
  const empty = http.get('*/ops/api/harbour.boats', () => HttpResponse.json(NOTHING));
  const user = open('/harbour.boats', ALL, BOAT, [empty]);
  expect(await screen.findByText('No boat yet.')).toBeVisible();
  await user.type(screen.getByLabelText('Name'), 'Heron');
  expect(await screen.findByText('No results match these filters.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('No boat yet.')).toBeVisible();
});

test('[spec 10.4] a list that fails says so instead of being empty, and is tried again', async () => {
  let isUp = false;
  const failing = http.get('*/ops/api/harbour.boats', () =>
    isUp ? HttpResponse.json({ ...NOTHING, data: [BOAT], total: 1 }) : HttpResponse.error(),
  );
  const user = open('/harbour.boats', ALL, BOAT, [failing]);
  expect(await screen.findByText('The server did not respond. Try again.')).toBeVisible();
  expect(screen.queryByText('No boat yet.')).not.toBeInTheDocument();
  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Heron')).toBeVisible();
});

test.each([
  [404, /We can’t find this record/],
  [500, 'The server did not respond. Try again.'],
])('[spec 10.4] a record that answers %i is told on its own page', async (status, said) => {
  const problem = { status, code: 'not-found', title: '', detail: 'x' };
  const headers = { 'Content-Type': status === 404 ? 'application/problem+json' : 'text/plain' };
  const refused = http.get(`*/ops/api/harbour.boats/${ID}`, () => HttpResponse.json(problem, { status, headers }));
  open(`/harbour.boats/${ID}/show`, ALL, BOAT, [refused]);
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Boats' })).toBeVisible();
  expect(screen.queryByRole('columnheader')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Sink' })).not.toBeInTheDocument();
});

/** A fact's label with its value. */
const said = (label: string) => screen.getByText(label).parentElement?.parentElement?.textContent;

test.each([
  [['harbour.repairs.read'], 'Staff'],
  [['harbour.repairs.read', 'moderation.staff.read'], 'Linden'],
])('[spec 10.4] keys are read as words, and who acted by name as far as one may see them: %j', async (may, who) => {
  const people = http.get('*/ops/api/moderation.staff', () =>
    HttpResponse.json({ ...NOTHING, data: [{ id: ID, name: 'Linden' }], total: 1 }),
  );
  open(`/harbour.repairs/${REPAIR_ID}/show`, may, BOAT, [people]);
  await screen.findByText('Yard');
  await waitFor(() =>
    expect(['Yard', 'By', 'Way', 'From'].map(said)).toEqual([
      'YardNetherlands',
      `By${who}`,
      'WayDeep blue',
      'FromBoats',
    ]),
  );
});

test.each([null, {}])('[spec 10.4] what holds nothing is shown as nothing: %j', async (bill) => {
  const repair = http.get('*/ops/api/harbour.repairs/:id', () => HttpResponse.json({ ...REPAIR, bill }));
  open(`/harbour.repairs/${REPAIR_ID}/show`, ['harbour.repairs.read'], BOAT, [repair]);
  expect(await fact('Bill')).toHaveTextContent('Bill—');
});
