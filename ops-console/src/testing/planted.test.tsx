import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { Admin, Resource } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { dataProvider } from '@/providers/data-provider';
import { opsMessages } from '@/providers/messages';
import { generatedMessages } from './planted/messages.en.gen';
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

/** Open the planted console at a path, for someone with these permissions. */
function open(path: string, permissions: readonly string[], boat = BOAT) {
  server.use(
    http.get('*/ops/api/harbour.boats', () => HttpResponse.json({ data: [boat], total: 1 })),
    http.get(`*/ops/api/harbour.boats/${ID}`, () => HttpResponse.json(boat)),
  );
  const messages = { ...english, ...generatedMessages, ...opsMessages };
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
        {resources.map(({ name, title, list, show }) => (
          <Resource key={name} name={name} list={list} show={show} recordRepresentation={title} />
        ))}
      </Admin>
    </MemoryRouter>,
  );
  return userEvent.setup();
}

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
  const dialog = await screen.findByRole('dialog', { name: 'Show what is masked?' });
  await user.click(within(dialog).getByRole('button', { name: 'Reveal' }));
  expect(await within(dialog).findByText('Required')).toBeVisible();
  expect(sent).toBeUndefined();
  await user.type(within(dialog).getByLabelText(/Reason/), 'Complaint 12');
  await user.click(within(dialog).getByRole('button', { name: 'Reveal' }));
  expect(await screen.findByText('Ruth')).toBeInTheDocument();
  expect(sent).toEqual({ reason: 'Complaint 12' });
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
      const errors = [{ pointer: '/depth', code: 'field.between', detail: 'Please enter a number from 20 to 30.' }];
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
  expect(await within(dialog).findByText('Please enter a number from 20 to 30.')).toBeVisible();
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
