import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Schemas } from '@/api/types';
import {
  CHAT,
  COST,
  field,
  HENK,
  log,
  openChat,
  ROOM,
  setStage,
  stage,
  withoutConversation,
  V1,
} from '@/testing/chat-stage';
import { aMessage } from '@/testing/factories';
import { server } from '@/testing/server';

const HOURS = 3_600_000;
const NOT_CHARGED = 'Not sent. You weren’t charged.';

setStage();

/** What every key was used for, as the server remembers it. */
const requests = new Map<string, string>();
let isAnswerLost = true;

/** Keeps a message once for each key, as the server does; the first answer gets lost on its way. */
async function receiveOnce(request: Request) {
  const key = request.headers.get('Idempotency-Key') ?? '';
  const text = await request.text();
  const { body = '', fictional_acknowledged: isAcknowledged } = JSON.parse(text) as Schemas['SendIn'];
  const wish = `${new URL(request.url).pathname} ${text}`;
  const known = requests.get(key);
  if (known !== undefined && known !== wish)
    return HttpResponse.json({ code: 'idempotency.key-reused' }, { status: 422 });
  if (stage.head.profile.fictional_label && !isAcknowledged)
    return HttpResponse.json({ code: 'messaging.acknowledge-fictional', warning: 'Nobody is real.' }, { status: 409 });
  if (known === undefined) stage.messages.push(aMessage({ seq: stage.messages.length + 1, is_mine: true, body }));
  requests.set(key, wish);
  if (isAnswerLost) return new HttpResponse(null, { status: 500 });
  const message = stage.messages.find(({ body: words }) => words === body);
  return HttpResponse.json({ message, conversation_id: CHAT.id, credits: 15, cost: COST }, { status: 201 });
}

beforeEach(() => {
  requests.clear();
  isAnswerLost = true;
  server.use(
    http.post(`${ROOM}/messages`, ({ request }) => receiveOnce(request)),
    http.post(`${V1}/members/${HENK.id}/messages`, ({ request }) => receiveOnce(request)),
  );
});

afterEach(() => vi.useRealTimers());

/** Closes the page and opens it anew; from then on answers arrive. */
async function reopen() {
  cleanup();
  isAnswerLost = false;
  return openChat();
}

const retry = () => screen.getByRole('button', { name: 'Try again' });

it('a first message whose answer is lost is settled by another try, although the conversation exists by then', async () => {
  withoutConversation();
  const { user } = await openChat(`/members/${HENK.id}/chat`);
  await user.type(field(), 'Good evening{Enter}');
  await screen.findByText(/you won’t be charged twice/);

  const again = await reopen();
  await again.user.click(retry());
  await waitFor(() => expect(within(log()).getAllByText('Good evening')).toHaveLength(1));
  expect(screen.queryByText(NOT_CHARGED)).not.toBeInTheDocument();
  expect(stage.messages).toHaveLength(1);
});

it('a message to a fictional profile is repeated with what the member said about it', async () => {
  stage.head.profile = { ...HENK, kind: 'fictional', fictional_label: 'Fictional profile' };
  stage.messages = [];
  const { user } = await openChat();
  await user.type(field(), 'Hello{Enter}');
  await user.click(await screen.findByRole('button', { name: /I understand, send it/ }));
  await screen.findByText(/you won’t be charged twice/);

  const again = await reopen();
  await again.user.click(retry());
  await waitFor(() => expect(within(log()).getAllByText('Hello')).toHaveLength(1));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(stage.messages).toHaveLength(1);
});

it.each(['in a page that stays open', 'in a page that is opened anew'])(
  'after two days, when the server has forgotten the key, a message is given back and not sent again: %s',
  async (where) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const { user } = await openChat();
    await user.type(field(), 'See you at ten{Enter}');
    await screen.findByText(/you won’t be charged twice/);
    await user.type(field(), 'Or at eleven');
    vi.setSystemTime(Date.now() + 48 * HOURS);
    requests.clear();
    isAnswerLost = false;

    if (where.endsWith('open')) await user.click(retry());
    else await reopen();
    await waitFor(() => expect(field()).toHaveValue('See you at ten\nOr at eleven'));
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect([...requests.keys()]).toEqual([]);
    expect(stage.messages.filter(({ body }) => body === 'See you at ten')).toHaveLength(1);
  },
);

it('a message that another tab has sent meanwhile is not called unsent here', async () => {
  const { user } = await openChat();
  await user.type(field(), 'Hello{Enter}');
  await screen.findByText(/you won’t be charged twice/);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage'));
  await waitFor(() => expect(screen.queryByText(/you won’t be charged twice/)).not.toBeInTheDocument());
});
