import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStream, type StreamEvents } from '@/app/live/stream';
import {
  CHAT,
  field,
  HENK,
  list,
  log,
  openChat,
  receive,
  ROOM,
  setStage,
  stage,
  V1,
  withoutConversation,
} from '@/testing/chat-stage';
import { aMessage, aUser } from '@/testing/factories';
import { server } from '@/testing/server';

vi.mock('@/app/live/stream', () => ({ openStream: vi.fn(() => () => undefined) }));

setStage();

let asked: string[] = [];
const stream = () => vi.mocked(openStream).mock.lastCall?.[2] as StreamEvents;
const tell = (topic: string, facts: object = {}) =>
  act(() => stream().onEvent({ name: 'signal', data: JSON.stringify({ topic, ...facts }) }));
const news = () => asked.filter((path) => path.endsWith('/news'));
const quiet = (milliseconds: number) => act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));

/** Opens a page whose stream is open; `asked` are the questions of the page from then on. */
async function openLive(address?: string) {
  const app = await openChat(address);
  await waitFor(() => expect(openStream).toHaveBeenCalled());
  act(() => stream().onOpen());
  await quiet(300);
  asked = [];
  return app;
}

beforeEach(() => {
  vi.mocked(openStream).mockClear();
  server.use(http.get(`${V1}/me`, () => HttpResponse.json(aUser())));
  server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname));
});
afterEach(() => server.events.removeAllListeners());

describe('a conversation while the stream is open', () => {
  it('asks nothing by itself, and shows at a signal what was written and read', async () => {
    stage.messages = [aMessage({ seq: 1, is_mine: true, is_read: false })];
    await openLive();
    await quiet(3_000);
    expect(asked).toEqual([]);
    stage.messages.push(aMessage({ seq: 2, body: 'The dike is dry again.', is_read: false }));
    Object.assign(stage.head, { num_unread_messages: 1, other_read_seq: 1 });
    tell('message', { conversation_id: CHAT.id, from_id: HENK.id });
    expect(await within(log()).findByText('The dike is dry again.')).toBeVisible();
    expect(within(log()).getByText(/Read/)).toBeVisible();
    await waitFor(() => expect(stage.read).toEqual([{ seq: 2 }]));
    expect(news()).toHaveLength(1);
    // The list follows without a question of its own.
    expect(within(list()).getByText('The dike is dry again.')).toBeVisible();
    expect(asked.filter((path) => path.endsWith('/conversations'))).toEqual([]);
  });

  it('is announced once to a screen reader', async () => {
    await openLive();
    const said: string[] = [];
    stage.messages.push(aMessage({ seq: 2, body: 'The dike is dry again.', is_read: false }));
    const region = () => document.getElementById('announcer')?.textContent ?? '';
    const watch = new MutationObserver(() => region().includes('dike') && said.push(region()));
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    tell('message', { conversation_id: CHAT.id, from_id: HENK.id });
    tell('message', { conversation_id: CHAT.id, from_id: HENK.id });
    await waitFor(() => expect(said).toHaveLength(1));
    await quiet(500);
    expect(said).toHaveLength(1);
    watch.disconnect();
  });

  it('shows that the other side is writing, in the head and in the list', async () => {
    await openLive();
    tell('typing', { conversation_id: CHAT.id });
    await waitFor(() => expect(screen.getAllByText('Henk is typing')).toHaveLength(2));
    stage.messages.push(aMessage({ seq: 2, body: 'There.', is_read: false }));
    tell('message', { conversation_id: CHAT.id, from_id: HENK.id });
    await waitFor(() => expect(screen.queryByText('Henk is typing')).not.toBeInTheDocument());
  });

  it('shows what became of earlier messages', async () => {
    await openLive();
    stage.messages = [aMessage({ seq: 1, body: 'Changed since.' })];
    tell('conversation', { conversation_id: CHAT.id });
    expect(await within(log()).findByText('Changed since.')).toBeVisible();
    expect(news()).toEqual([]);
  });

  it('asks after an own message once, for what was spent', async () => {
    const { user } = await openLive();
    await user.type(field(), 'Good evening{Enter}');
    expect(await within(log()).findByText(/Delivered/)).toBeVisible();
    tell('message', { conversation_id: CHAT.id, from_id: aUser().id });
    await waitFor(() => expect(news()).toHaveLength(1));
    await quiet(1_500);
    expect(news()).toHaveLength(1);
    expect(asked).toContain(new URL(ROOM.replace('*', 'http://x')).pathname);
  });

  it('[spec 4.8] shows an own message once, also where the stream tells of it before it is answered', async () => {
    const { user } = await openLive();
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      http.post(`${ROOM}/messages`, async ({ request }) => {
        const answered = await receive(request);
        await held;
        return answered;
      }),
    );
    await user.type(field(), 'Good evening{Enter}');
    await waitFor(() => expect(stage.received).toHaveLength(1));
    tell('message', { conversation_id: CHAT.id, from_id: aUser().id });
    await waitFor(() => expect(news()).toHaveLength(1));
    await quiet(300);
    expect(within(log()).getAllByText('Good evening')).toHaveLength(1);
    answer();
    expect(await within(log()).findByText(/Delivered/)).toBeVisible();
    expect(within(log()).getAllByText('Good evening')).toHaveLength(1);
  });

  it('shows what came while an own message was being answered', async () => {
    const { user } = await openLive();
    let answerSend = () => {};
    let answerNews = () => {};
    const sendHeld = new Promise<void>((resolve) => (answerSend = resolve));
    const newsHeld = new Promise<void>((resolve) => (answerNews = resolve));
    server.use(
      http.post(`${ROOM}/messages`, async ({ request }) => {
        const answered = await receive(request);
        await sendHeld;
        return answered;
      }),
      http.get(`${ROOM}/news`, () => newsHeld, { once: true }),
    );
    await user.type(field(), 'Good evening{Enter}');
    await waitFor(() => expect(stage.received).toHaveLength(1));
    stage.messages.push(aMessage({ seq: 3, body: 'The dike is dry again.', is_read: false }));
    tell('message', { conversation_id: CHAT.id, from_id: HENK.id });
    await waitFor(() => expect(news()).toHaveLength(1));
    answerSend();
    expect(await within(log()).findByText(/Delivered/)).toBeVisible();
    answerNews();
    expect(await within(log()).findByText('The dike is dry again.')).toBeVisible();
  });

  it('polls again while the stream is lost', async () => {
    await openLive();
    act(() => stream().onEnd());
    await waitFor(() => expect(news().length).toBeGreaterThan(0));
  });

  it('that the other side begins shows where the first message was about to be written', async () => {
    stage.chats = [];
    withoutConversation();
    await openLive(`/members/${HENK.id}/chat`);
    stage.chats = [CHAT];
    stage.messages = [aMessage({ seq: 1 })];
    tell('message', { conversation_id: CHAT.id, from_id: HENK.id });
    expect(await within(log()).findByText('Did the concert go well?')).toBeVisible();
  });
});
