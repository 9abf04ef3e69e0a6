import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { aCard, aChat, aGift, aMessage, aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const COST = { credits: 5, money: { minor: 100, currency: 'EUR' } };
const PHOTO_COST = { credits: 8, money: { minor: 160, currency: 'EUR' } };
const HENK = aCard({ name: 'Henk', age: 65 });
const CHAT = aChat({ profile: HENK });
const ROOM = `${V1}/conversations/${CHAT.id}`;

interface Received {
  key: string | null;
  body: { body: string; gift?: string; fictional_acknowledged: boolean };
}

/** The server's part: a list, one conversation, and what it answers to messages, in turn. */
let chats: Schemas['ChatOut'][];
let head: Schemas['ConversationOut'];
let messages: Schemas['MessageOut'][];
let refusals: [status: number, body: JsonBodyType][];
let received: Received[];
let read: unknown[];
let isTyping: boolean;
let typed: number;
let dismissed: unknown[];

async function receive(request: Request) {
  const body = (await request.json()) as Received['body'];
  received.push({ key: request.headers.get('Idempotency-Key'), body });
  const [refusal] = refusals.splice(0, 1);
  if (refusal) return HttpResponse.json(refusal[1], { status: refusal[0] });
  const gift =
    body.gift === 'tulips' ? { key: 'tulips' as const, name: 'Tulips', image: '/api/v1/gifts/tulips.svg' } : null;
  const kind = gift ? 'gift' : 'text';
  const message = aMessage({ seq: messages.length + 1, is_mine: true, is_read: false, kind, gift, body: body.body });
  messages.push(message);
  return HttpResponse.json({ message, conversation_id: CHAT.id, credits: 15, cost: COST }, { status: 201 });
}

beforeEach(() => {
  chats = [{ ...CHAT, last_message: { ...CHAT.last_message, seq: 1 } }];
  head = {
    id: CHAT.id,
    profile: HENK,
    num_unread_messages: 0,
    other_read_seq: 0,
    spent: { credits: 20, money: { minor: 400, currency: 'EUR' } },
    cost: COST,
    photo_cost: PHOTO_COST,
    can_write: true,
    blocked_reason: null,
  };
  messages = [aMessage({ seq: 1 })];
  refusals = [];
  received = [];
  read = [];
  isTyping = false;
  typed = 0;
  dismissed = [];
  server.use(
    http.get(`${V1}/conversations`, () =>
      HttpResponse.json({ conversations: chats, total_unread: 0, has_more: false }),
    ),
    http.get(ROOM, () => HttpResponse.json(head)),
    http.get(`${ROOM}/messages`, ({ request }) => {
      const after = Number(new URL(request.url).searchParams.get('after') ?? 0);
      return HttpResponse.json({ messages: messages.filter(({ seq }) => seq > after), has_more: false });
    }),
    http.get(`${ROOM}/news`, ({ request }) => {
      const after = Number(new URL(request.url).searchParams.get('after') ?? 0);
      const { num_unread_messages, other_read_seq, can_write, blocked_reason } = head;
      const state = { num_unread_messages, other_read_seq, can_write, blocked_reason };
      const fresh = messages.filter(({ seq }) => seq > after);
      return HttpResponse.json({ messages: fresh, has_more: false, is_typing: isTyping, ...state });
    }),
    http.post(`${ROOM}/typing`, () => {
      typed += 1;
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete(`${ROOM}/messages/:seq/hints`, ({ params }) => {
      dismissed.push(params.seq);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(`${ROOM}/messages`, ({ request }) => receive(request)),
    http.post(`${V1}/members/${HENK.id}/messages`, ({ request }) => receive(request)),
    http.post(`${ROOM}/read`, async ({ request }) => {
      read.push(await request.json());
      return HttpResponse.json({ num_unread_messages: 0, total_unread: 1 });
    }),
  );
});

afterEach(() => localStorage.clear());

const open = (address = `/chats/${CHAT.id}`, user = aUser()) => renderApp(address, { user });
const log = () => screen.getByRole('log', { name: 'Conversation with Henk' });
const field = () => screen.getByRole('textbox', { name: 'Write to Henk' });
const list = () => screen.getByRole('complementary', { name: 'Messages' });

describe('the chat list', () => {
  it('[spec 3.9, 2.9] shows who wrote, what, and how much is unread', async () => {
    chats = [aChat({ profile: HENK, num_unread_messages: 2 })];
    await open('/chats');
    const line = within(list()).getByRole('link', { name: /Henk.*Did the concert go well\? 2 unread/ });
    expect(line).toHaveAttribute('href', `/chats/${chats[0]?.id}`);
  });

  it('marks a fictional profile in words', async () => {
    chats = [aChat({ profile: aCard({ name: 'Bengt', kind: 'fictional', fictional_label: 'Fictional profile' }) })];
    await open('/chats');
    expect(within(list()).getByRole('link', { name: /Bengt.*Fictional profile/ })).toBeVisible();
  });

  it('is searched by name and words', async () => {
    chats = ['Ada', 'Bea', 'Cor', 'Dik', 'Els', 'Fem'].map((name) => aChat({ profile: aCard({ name }) }));
    const { user } = await open('/chats');
    await user.type(screen.getByLabelText('Search your conversations'), 'bea');
    expect(within(list()).getAllByRole('listitem')).toHaveLength(1);
  });

  it('[spec 6.3] leads a visitor to the login and back', async () => {
    const { router } = await renderApp(`/chats/${CHAT.id}`);
    expect(router.state.location.search).toBe(`?next=${encodeURIComponent(`/chats/${CHAT.id}`)}`);
  });

  it('says when nobody has written yet', async () => {
    chats = [];
    await open('/chats');
    expect(screen.getByText('No conversations yet')).toBeVisible();
  });
});

describe('opening a conversation', () => {
  it('[spec 4.8] sets what is unread to zero, in the list and in the title', async () => {
    chats = [{ ...CHAT, num_unread_messages: 2 }];
    head.num_unread_messages = 2;
    messages = [aMessage({ seq: 1 }), aMessage({ seq: 2, is_read: false }), aMessage({ seq: 3, is_read: false })];
    await open(`/chats/${CHAT.id}`, aUser({ unread_messages: 3 }));
    expect(within(log()).getByText('New messages')).toBeVisible();
    await waitFor(() => expect(read).toEqual([{ seq: 3 }]));
    expect(within(list()).queryByText('2')).not.toBeInTheDocument();
    await waitFor(() => expect(document.title).toMatch(/^\(1\)/));
  });

  it('shows what was spent here, what is left, and the price on the button', async () => {
    await open();
    expect(screen.getByText(/20 credits left/)).toHaveTextContent('20 credits left: 4 messages');
    expect(screen.getByText('Spent here: €4.00')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send 5 credits · €1.00' })).toBeEnabled();
  });

  it.each([
    ['not-confirmed', '[spec 4.7]', 'You cannot answer yet.'],
    ['other-gone', '', 'You cannot write here any more.'],
  ] as const)('where one cannot write (%s) says why %s', async (reason, _, words) => {
    head = { ...head, can_write: false, blocked_reason: reason };
    await open();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Write to Henk' })).not.toBeInTheDocument();
  });
});

describe('sending', () => {
  it('shows the message at once, and the balance once it is sent', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.post(`${ROOM}/messages`, async ({ request }) => {
        await answered;
        return receive(request);
      }),
    );
    const { user } = await open();
    await user.type(field(), 'It did!{Shift>}{Enter}{/Shift}Half the choir was wet.{Enter}');
    expect(within(log()).getByText('Sending')).toBeVisible();
    expect(field()).toHaveValue('');
    answer();
    expect(await within(log()).findByText(/Delivered/)).toBeVisible();
    expect(screen.getByText(/15 credits left/)).toBeVisible();
    expect(received[0]?.body).toEqual({ body: 'It did!\nHalf the choir was wet.', fictional_acknowledged: false });
  });

  it('keeps the order, and a failed message holds those behind it until it is tried again with its key', async () => {
    refusals = [[500, {}]];
    const { user } = await open();
    await user.type(field(), 'First{Enter}Second{Enter}');
    expect(await screen.findByText(/cannot charge you twice/)).toBeVisible();
    expect(received).toHaveLength(1);
    expect(within(log()).getByText('Waiting')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(received.map(({ body }) => body.body)).toEqual(['First', 'First', 'Second']));
    expect(received[1]?.key).toBe(received[0]?.key);
    expect(received[2]?.key).not.toBe(received[0]?.key);
  });

  it('[spec 8.5] that the credits do not pay for says so, and keeps the text', async () => {
    refusals = [[402, { code: 'billing.insufficient-credits', needed: 5, balance: 3 }]];
    const { user } = await open();
    await user.type(field(), 'Hello{Enter}');
    expect(await screen.findByText('Not sent, nothing was charged.')).toBeVisible();
    expect(screen.getByText('You do not have enough credits.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See bundles' })).toHaveAttribute('href', '/premium');
    expect(within(log()).getByText('Hello')).toBeVisible();
  });

  it('is not offered when the balance is too low already', async () => {
    await open(`/chats/${CHAT.id}`, aUser({ credits: 3 }));
    expect(screen.getByRole('button', { name: /^Send/ })).toBeDisabled();
    expect(screen.getByText(/You have 3; a message costs 5 credits/)).toBeVisible();
  });

  it('[spec 6.4] of one conversation too many points to Premium', async () => {
    refusals = [[403, { code: 'messaging.too-many-conversations', detail: 'You have started two conversations.' }]];
    const { user } = await open();
    await user.type(field(), 'Hello{Enter}');
    expect(await screen.findByRole('link', { name: 'See Premium' })).toHaveAttribute('href', '/premium');
    expect(screen.getByText(/You have started two conversations/)).toBeVisible();
  });

  it('of too long a text is stopped before it leaves', async () => {
    const { user } = await open();
    await user.click(field());
    await user.paste('x'.repeat(1001));
    expect(field()).toHaveAccessibleDescription('1 character too many');
    expect(screen.getByRole('button', { name: /^Send/ })).toBeDisabled();
    await user.type(field(), '{Enter}');
    expect(received).toEqual([]);
  });

  it('[spec 2.5] to somebody new starts the conversation', async () => {
    chats = [];
    server.use(
      http.get(`${V1}/members/${HENK.id}/conversation`, () =>
        HttpResponse.json({
          conversation_id: null,
          cost: COST,
          photo_cost: PHOTO_COST,
          can_write: true,
          blocked_reason: null,
        }),
      ),
      http.get(`${V1}/members/${HENK.id}`, () => HttpResponse.json(HENK)),
    );
    messages = [];
    const { user } = await open(`/members/${HENK.id}/chat`);
    chats = [CHAT];
    await user.type(field(), 'Good evening{Enter}');
    expect(await within(log()).findByText(/Delivered/)).toBeVisible();
    expect(await within(list()).findByRole('link', { name: /Henk/ })).toHaveAttribute('aria-current', 'true');
  });
});

describe('a fictional profile', () => {
  const WARNING = 'Nobody is real here.';

  beforeEach(() => {
    head.profile = { ...HENK, kind: 'fictional', fictional_label: 'Fictional profile' };
    messages = [aMessage({ seq: 1, sender_kind: 'fictional' })];
    refusals = [[409, { code: 'messaging.acknowledge-fictional', warning: WARNING }]];
  });

  it('is called that in the head, at the beginning and at every message', async () => {
    await open();
    expect(screen.getByText('Fictional profile')).toBeVisible();
    expect(within(log()).getByText(/Nobody stands behind Henk/)).toBeVisible();
    expect(within(log()).getByText(/written by our staff/)).toBeVisible();
  });

  it('is written to once the member has seen the site’s warning; then the same message goes', async () => {
    const { user } = await open();
    await user.type(field(), 'Hello{Enter}');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText(new RegExp(WARNING))).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'I understand, send it 5 credits · €1.00' }));
    expect(await within(log()).findByText(/Delivered/)).toBeVisible();
    expect(received.map(({ body }) => body.fictional_acknowledged)).toEqual([false, true]);
    expect(received[1]?.key).toBe(received[0]?.key);
  });

  it('is not written to by a member who declines, who gets the text back', async () => {
    const { user } = await open();
    await user.type(field(), 'Hello{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Do not send' }));
    expect(field()).toHaveValue('Hello');
    expect(received).toHaveLength(1);
  });
});

describe('a gift', () => {
  const TULIPS = aGift({
    key: 'tulips',
    name: 'Tulips',
    image: '/api/v1/gifts/tulips.svg',
    price: { credits: 30, money: { minor: 600, currency: 'EUR' } },
  });
  const dialog = () => screen.findByRole('dialog', { name: 'A gift for Henk' });

  beforeEach(() => {
    server.use(http.get(`${V1}/gifts`, () => HttpResponse.json({ gifts: [aGift(), TULIPS] })));
  });

  async function choose(address?: string, me = aUser({ credits: 40 })) {
    const { user, router } = await open(address, me);
    if (!address) await user.click(screen.getByRole('button', { name: 'A gift for Henk' }));
    const radio = await within(await dialog()).findByRole('radio', { name: 'Tulips 30 credits €6.00' });
    await user.click(radio);
    return { user, router };
  }

  it('[spec 1.3] shows its price in credits and money, and is sent with its note', async () => {
    const { user } = await choose();
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    await user.type(screen.getByRole('textbox', { name: /A few words/ }), 'For the wet shoes.');
    await user.click(screen.getByRole('button', { name: 'Send the gift 30 credits · €6.00' }));
    const bubble = await screen.findByRole('img', { name: 'Drawing: Tulips' });
    expect(bubble).toHaveAttribute('src', TULIPS.image);
    expect(within(log()).getByText('Tulips for Henk')).toBeVisible();
    expect(await within(log()).findByText(/Delivered/)).toBeVisible();
    expect(received.map(({ body }) => body)).toEqual([
      { body: 'For the wet shoes.', gift: 'tulips', fictional_acknowledged: false },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is chosen with the arrow keys', async () => {
    const { user } = await open(undefined, aUser({ credits: 40 }));
    await user.click(screen.getByRole('button', { name: 'A gift for Henk' }));
    const send = await within(await dialog()).findByRole('button', { name: /Send the gift/ });
    expect(send).toBeDisabled();
    expect(send).toHaveAccessibleDescription(/Choose a gift first/);
    await user.click(await screen.findByRole('radio', { name: /A rose/ }));
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('radio', { name: /Tulips/ })).toBeChecked();
  });

  it('[spec 2.37] from the other side shows whom it is from, and the list names it', async () => {
    const { key, name, image } = TULIPS;
    messages = [aMessage({ seq: 1, kind: 'gift', gift: { key, name, image }, body: 'For the wet shoes.' })];
    chats = [{ ...CHAT, last_message: { ...CHAT.last_message, seq: 1, kind: 'gift', excerpt: 'Tulips: For the wet' } }];
    await open();
    expect(within(log()).getByText('Tulips from Henk')).toBeVisible();
    expect(within(log()).getByText('For the wet shoes.')).toBeVisible();
    expect(within(list()).getByRole('link', { name: /Tulips: For the wet/ })).toBeVisible();
  });

  it('[spec 8.5] that the credits do not pay for is not sent, and the choice stays', async () => {
    const { user, router } = await choose(undefined, aUser({ credits: 20 }));
    expect(screen.getByText(/You have 20; this gift costs 30 credits · €6.00/)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Send the gift/ })).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: /A few words/ }), 'For you');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await router.navigate(`/chats/${CHAT.id}?gift`);
    expect(await screen.findByRole('radio', { name: /Tulips/ })).toBeChecked();
    expect(screen.getByRole('textbox', { name: /A few words/ })).toHaveValue('For you');
    expect(received).toEqual([]);
  });

  it('to a fictional profile is given once the member has seen the warning; declined, it stays chosen', async () => {
    head.profile = { ...HENK, kind: 'fictional', fictional_label: 'Fictional profile' };
    refusals = [[409, { code: 'messaging.acknowledge-fictional', warning: 'Nobody is real here.' }]];
    const { user, router } = await choose();
    await user.click(screen.getByRole('button', { name: /^Send the gift/ }));
    const asks = await screen.findByRole('alertdialog');
    expect(within(asks).getByRole('button', { name: 'I understand, send it 30 credits · €6.00' })).toBeVisible();
    await user.click(within(asks).getByRole('button', { name: 'Do not send' }));
    expect(field()).toHaveValue('');
    await router.navigate(`/chats/${CHAT.id}?gift`);
    expect(await screen.findByRole('radio', { name: /Tulips/ })).toBeChecked();
  });

  it('cannot be chosen when the gifts do not come, until they do', async () => {
    server.use(
      http.get(`${V1}/gifts`, () => HttpResponse.json({ code: 'odd', detail: 'Shut.' }, { status: 409 }), {
        once: true,
      }),
    );
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'A gift for Henk' }));
    expect(await screen.findByText('The gifts could not be shown.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('radio')).toHaveLength(2);
  });
});

describe('removing a conversation', () => {
  async function remove() {
    const { user, router } = await open();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove conversation' }));
    await user.click(await screen.findByRole('button', { name: 'Remove conversation' }));
    return router;
  }

  it('[spec 4.9] takes it off the list at once and tells the server', async () => {
    let removed = false;
    server.use(
      http.delete(ROOM, () => {
        removed = true;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const router = await remove();
    await waitFor(() => expect(within(list()).queryByRole('link', { name: /Henk/ })).not.toBeInTheDocument());
    await waitFor(() => expect(router.state.location.pathname).toBe('/chats'));
    await waitFor(() => expect(removed).toBe(true));
  });

  it('[spec 4.9] that fails says so and loads the list anew', async () => {
    server.use(
      http.delete(ROOM, () => HttpResponse.json({ code: 'odd', detail: 'The door is stuck.' }, { status: 409 })),
    );
    await remove();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The conversation could not be removed. The door is stuck.',
    );
    expect(await within(list()).findByRole('link', { name: /Henk/ })).toBeVisible();
  });
});

it('a draft stays on the device until it is sent', async () => {
  const { user, router } = await open();
  await user.type(field(), 'Half a sentence');
  await router.navigate('/chats');
  await screen.findByRole('heading', { level: 1, name: 'Messages' });
  await router.navigate(`/chats/${CHAT.id}`);
  expect(await screen.findByRole('textbox', { name: 'Write to Henk' })).toHaveValue('Half a sentence');
});

describe('a photo', () => {
  const FILE = new File(['pixels'], 'dike.jpg', { type: 'image/jpeg' });
  const PROCESSING = { status: 'processing', width: null, height: null, preview: null, full: null } as const;
  const READY = {
    status: 'ready',
    width: 1600,
    height: 1200,
    preview: '/media/p.webp',
    full: '/media/f.webp',
  } as const;
  const dialog = () => screen.findByRole('dialog', { name: 'A photo for Henk' });
  const chooser = () => screen.getByLabelText('A photo for Henk', { selector: 'input' });

  it('[spec 3.2] has its price on the button, and is refused before it leaves where it cannot be one', async () => {
    const { user } = await open();
    await user.upload(chooser(), FILE);
    const send = within(await dialog()).getByRole('button', { name: 'Send the photo 8 credits · €1.60' });
    expect(send).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const text = new File(['words'], 'letter.txt', { type: 'text/plain' });
    fireEvent.change(chooser(), { target: { files: [text] } });
    expect(within(await dialog()).getByRole('alert')).toHaveTextContent(
      'Please choose a JPEG, PNG, WebP or HEIC photo.',
    );
    expect(screen.getByRole('button', { name: /^Send the photo/ })).toBeDisabled();
  });

  it('[spec 8.5] that the credits do not pay for is not sent', async () => {
    const { user } = await open(`/chats/${CHAT.id}`, aUser({ credits: 7 }));
    await user.upload(chooser(), FILE);
    expect(within(await dialog()).getByText(/You have 7; a photo costs 8 credits/)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Send the photo/ })).toBeDisabled();
  });

  it.each([
    [PROCESSING, 'The photo is on its way.'],
    [{ ...PROCESSING, status: 'failed' } as const, 'The photo could not be opened.'],
    [{ ...PROCESSING, status: 'removed' } as const, 'The photo is not here any more.'],
  ])('that cannot be seen says why', async (photo, words) => {
    messages = [aMessage({ seq: 1, kind: 'photo', photo, body: '' })];
    await open();
    expect(within(log()).getByText(words)).toBeVisible();
  });

  it('opens large, and Escape closes it', async () => {
    messages = [aMessage({ seq: 1, kind: 'photo', photo: READY, body: 'The dike' })];
    const { user } = await open();
    await user.click(within(log()).getByRole('button', { name: 'Photo from Henk, show it large' }));
    const viewer = await screen.findByRole('dialog', { name: 'Photos in your conversation with Henk' });
    expect(within(viewer).getByRole('img', { name: 'Photo from Henk: The dike' })).toHaveAttribute('src', READY.full);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(viewer).not.toBeInTheDocument());
  });
});

describe('hints', () => {
  beforeEach(() => {
    messages = [aMessage({ seq: 1, body: 'Lend me 200 euros', hints: ['money', 'elsewhere'] })];
  });

  it('say why, to the recipient, and are dismissed for good', async () => {
    const { user } = await open();
    expect(within(log()).getByText('Is this about money?')).toBeVisible();
    expect(within(log()).getByText(/Never send money .* We can only stop fraud here/)).toBeVisible();
    await user.click(within(log()).getByRole('button', { name: 'Dismiss' }));
    expect(within(log()).queryByText('Is this about money?')).not.toBeInTheDocument();
    await waitFor(() => expect(dismissed).toEqual(['1']));
  });
});

describe('what a message offers', () => {
  it('is to copy its words', async () => {
    const { user } = await open();
    await user.click(within(log()).getByRole('button', { name: /What to do with the message of Henk/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('Did the concert go well?');
  });

  it('is reached by Tab at the newest message, and by arrow keys at the others', async () => {
    messages = [1, 2, 3].map((seq) => aMessage({ seq, body: `Line ${seq}` }));
    const { user } = await open();
    const menus = within(log()).getAllByRole('button', { name: /What to do/ });
    expect(menus.map((menu) => menu.tabIndex)).toEqual([-1, -1, 0]);
    menus[2]?.focus();
    await user.keyboard('{ArrowUp}');
    expect(menus[1]).toHaveFocus();
    expect(menus.map((menu) => menu.tabIndex)).toEqual([-1, 0, -1]);
  });
});

it('tells the server that the member is writing, once in a while', async () => {
  const { user } = await open();
  await user.type(field(), 'Good evening');
  expect(typed).toBe(1);
});

it('[spec 4.8] shows within a poll what the other side read, and that they are writing', async () => {
  messages = [aMessage({ seq: 1, is_mine: true, is_read: false })];
  await open();
  expect(within(log()).getByText(/Delivered/)).toBeVisible();
  head.other_read_seq = 1;
  isTyping = true;
  expect(await within(log()).findByText(/Read/, undefined, { timeout: 4_000 })).toBeVisible();
  expect(screen.getByText('Henk is writing')).toBeVisible();
});
