import { screen } from '@testing-library/react';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { afterEach, beforeEach } from 'vitest';
import type { Schemas } from '@/api/types';
import { aCard, aChat, aMessage, aUser } from './factories';
import { renderApp } from './render-app';
import { server } from './server';

export const V1 = '*/api/v1';
export const COST = { credits: 5, money: { minor: 100, currency: 'EUR' } };
export const PHOTO_COST = { credits: 8, money: { minor: 160, currency: 'EUR' } };
export const HENK = aCard({ name: 'Henk', age: 65 });
export const CHAT = aChat({ profile: HENK });
export const ROOM = `${V1}/conversations/${CHAT.id}`;

interface Received {
  key: string | null;
  body: { body: string; gift?: string; fictional_acknowledged: boolean };
}

/** The server's part: a list, one conversation, what it answers to messages, in turn, and what it was told. */
interface Stage {
  chats: Schemas['ChatOut'][];
  head: Schemas['ConversationOut'];
  messages: Schemas['MessageOut'][];
  refusals: [status: number, body: JsonBodyType][];
  received: Received[];
  read: unknown[];
  isTyping: boolean;
  typed: number;
  dismissed: unknown[];
}

const atFirst = (): Stage => ({
  chats: [{ ...CHAT, last_message: { ...CHAT.last_message, seq: 1 } }],
  head: {
    id: CHAT.id,
    profile: HENK,
    num_unread_messages: 0,
    other_read_seq: 0,
    spent: { credits: 20, money: { minor: 400, currency: 'EUR' } },
    cost: COST,
    photo_cost: PHOTO_COST,
    can_write: true,
    blocked_reason: null,
  },
  messages: [aMessage({ seq: 1 })],
  refusals: [],
  received: [],
  read: [],
  isTyping: false,
  typed: 0,
  dismissed: [],
});

export const stage = atFirst();

/** Keeps a message, or refuses it if a refusal is due. */
export async function receive(request: Request) {
  const body = (await request.json()) as Received['body'];
  stage.received.push({ key: request.headers.get('Idempotency-Key'), body });
  const [refusal] = stage.refusals.splice(0, 1);
  if (refusal) return HttpResponse.json(refusal[1], { status: refusal[0] });
  const gift =
    body.gift === 'tulips' ? { key: 'tulips' as const, name: 'Tulips', image: '/api/v1/gifts/tulips.svg' } : null;
  const kind = gift ? 'gift' : 'text';
  const seq = stage.messages.length + 1;
  const message = aMessage({ seq, is_mine: true, is_read: false, kind, gift, body: body.body });
  stage.messages.push(message);
  return HttpResponse.json({ message, conversation_id: CHAT.id, credits: 15, cost: COST }, { status: 201 });
}

const after = (request: Request) => {
  const seen = Number(new URL(request.url).searchParams.get('after') ?? 0);
  return { messages: stage.messages.filter(({ seq }) => seq > seen), has_more: false };
};

/** Before every test of a file: one conversation with Henk, as the server would tell of it. */
export function setStage() {
  beforeEach(() => {
    Object.assign(stage, atFirst());
    server.use(
      http.get(`${V1}/me`, () => HttpResponse.json(aUser({ credits: 15 }))),
      http.get(`${V1}/icebreakers`, () => HttpResponse.json({ texts: [] })),
      http.get(`${V1}/conversations`, () =>
        HttpResponse.json({ conversations: stage.chats, total_unread: 0, has_more: false }),
      ),
      http.get(ROOM, () => HttpResponse.json(stage.head)),
      http.get(`${ROOM}/messages`, ({ request }) => HttpResponse.json(after(request))),
      http.get(`${ROOM}/news`, ({ request }) => {
        const { num_unread_messages, other_read_seq, can_write, blocked_reason } = stage.head;
        const state = { num_unread_messages, other_read_seq, can_write, blocked_reason };
        return HttpResponse.json({ ...after(request), is_typing: stage.isTyping, ...state });
      }),
      http.post(`${ROOM}/typing`, () => {
        stage.typed += 1;
        return new HttpResponse(null, { status: 204 });
      }),
      http.delete(`${ROOM}/messages/:seq/hints`, ({ params }) => {
        stage.dismissed.push(params.seq);
        return new HttpResponse(null, { status: 204 });
      }),
      http.post(`${ROOM}/messages`, ({ request }) => receive(request)),
      http.post(`${V1}/members/${HENK.id}/messages`, ({ request }) => receive(request)),
      http.post(`${ROOM}/read`, async ({ request }) => {
        stage.read.push(await request.json());
        return HttpResponse.json({ num_unread_messages: 0, total_unread: 1 });
      }),
    );
  });
  afterEach(() => localStorage.clear());
}

/** Henk is somebody with whom there is no conversation yet. */
export function withoutConversation() {
  stage.messages = [];
  const terms = { cost: COST, photo_cost: PHOTO_COST, can_write: true, blocked_reason: null };
  server.use(
    http.get(`${V1}/members/${HENK.id}/conversation`, () => HttpResponse.json({ conversation_id: null, ...terms })),
    http.get(`${V1}/members/${HENK.id}`, () => HttpResponse.json(HENK)),
  );
}

export const openChat = (address = `/chats/${CHAT.id}`, user = aUser()) => renderApp(address, { user });
export const log = () => screen.getByRole('log', { name: 'Chat with Henk' });
export const field = () => screen.getByRole('textbox', { name: 'Message Henk' });
export const list = () => screen.getByRole('complementary', { name: 'Messages' });
