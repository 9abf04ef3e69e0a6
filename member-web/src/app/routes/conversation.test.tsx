import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
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
  withoutConversation,
} from '@/testing/chat-stage';
import { aMessage, aUser } from '@/testing/factories';
import { server } from '@/testing/server';

setStage();

describe('opening a conversation', () => {
  it('[spec 4.8] sets what is unread to zero, in the list and in the title', async () => {
    stage.chats = [{ ...CHAT, num_unread_messages: 2 }];
    stage.head.num_unread_messages = 2;
    stage.messages = [aMessage({ seq: 1 }), aMessage({ seq: 2, is_read: false }), aMessage({ seq: 3, is_read: false })];
    await openChat(undefined, aUser({ unread_messages: 3 }));
    expect(within(log()).getByText('New messages')).toBeVisible();
    await waitFor(() => expect(stage.read).toEqual([{ seq: 3 }]));
    expect(within(list()).queryByText('2')).not.toBeInTheDocument();
    await waitFor(() => expect(document.title).toMatch(/^\(1\)/));
  });

  it('shows what was spent here, what is left, and the price on the button', async () => {
    await openChat();
    expect(screen.getByText(/20 credits left/)).toHaveTextContent('20 credits left: 4 messages');
    expect(screen.getByText('Spent here: €4.00')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send 5 credits · €1.00' })).toBeEnabled();
  });

  it.each([
    ['not-confirmed', '[spec 4.7]', 'You can’t reply yet.'],
    ['other-gone', '', 'You can’t send messages here.'],
  ] as const)('where one cannot write (%s) says why %s', async (reason, _, words) => {
    stage.head = { ...stage.head, can_write: false, blocked_reason: reason };
    await openChat();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Message Henk' })).not.toBeInTheDocument();
  });
});

describe('sending', () => {
  it('does not send with the Enter that takes what an input method suggests', async () => {
    await openChat();
    await userEvent.setup().type(field(), 'Kon');
    // Safari has ended the composition by then, and tells the key by its code alone.
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    expect(field()).toHaveValue('Kon');
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
    expect(field()).toHaveValue('');
    // What is still on its way would be the next test's.
    await waitFor(() =>
      expect(stage.received.map(({ body }) => body)).toEqual([expect.objectContaining({ body: 'Kon' })]),
    );
  });

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
    const { user } = await openChat();
    await user.type(field(), 'It did!{Shift>}{Enter}{/Shift}Half the choir was wet.{Enter}');
    expect(within(log()).getByText('Sending')).toBeVisible();
    expect(field()).toHaveValue('');
    answer();
    expect(await within(log()).findByText(/Delivered/)).toBeVisible();
    expect(screen.getByText(/15 credits left/)).toBeVisible();
    expect(stage.received[0]?.body).toEqual({
      body: 'It did!\nHalf the choir was wet.',
      fictional_acknowledged: false,
    });
  });

  it('keeps the order, and a failed message holds those behind it until it is tried again with its key', async () => {
    stage.refusals = [[500, {}]];
    const { user } = await openChat();
    await user.type(field(), 'First{Enter}Second{Enter}');
    expect(await screen.findByText(/you won’t be charged twice/)).toBeVisible();
    expect(stage.received).toHaveLength(1);
    expect(within(log()).getByText('Waiting')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(stage.received.map(({ body }) => body.body)).toEqual(['First', 'First', 'Second']));
    expect(stage.received[1]?.key).toBe(stage.received[0]?.key);
    expect(stage.received[2]?.key).not.toBe(stage.received[0]?.key);
  });

  it('[spec 8.5] that the credits do not pay for says so, and keeps the text', async () => {
    stage.refusals = [[402, { code: 'billing.insufficient-credits', needed: 5, balance: 3 }]];
    const { user } = await openChat();
    await user.type(field(), 'Hello{Enter}');
    expect(await screen.findByText('Not sent. You weren’t charged.')).toBeVisible();
    expect(screen.getByText('You do not have enough credits.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See bundles' })).toHaveAttribute('href', '/premium');
    expect(within(log()).getByText('Hello')).toBeVisible();
  });

  it('is not offered when the balance is too low already', async () => {
    await openChat(undefined, aUser({ credits: 3 }));
    expect(screen.getByRole('button', { name: /^Send/ })).toBeDisabled();
    expect(screen.getByText(/You have 3, and a message costs 5 credits/)).toBeVisible();
  });

  it('[spec 6.4] of one conversation too many points to Premium', async () => {
    stage.refusals = [[403, { code: 'messaging.too-many-conversations', detail: 'You’ve started 2 chats.' }]];
    const { user } = await openChat();
    await user.type(field(), 'Hello{Enter}');
    expect(await screen.findByRole('link', { name: 'See Premium' })).toHaveAttribute('href', '/premium');
    expect(screen.getByText(/You’ve started 2 chats/)).toBeVisible();
  });

  it('of too long a text is stopped before it leaves', async () => {
    const { user } = await openChat();
    await user.click(field());
    await user.paste('x'.repeat(1001));
    expect(field()).toHaveAccessibleDescription('1 character too many');
    expect(screen.getByRole('button', { name: /^Send/ })).toBeDisabled();
    await user.type(field(), '{Enter}');
    expect(stage.received).toEqual([]);
  });

  it('[spec 2.5] to somebody new starts the conversation', async () => {
    stage.chats = [];
    withoutConversation();
    const { user } = await openChat(`/members/${HENK.id}/chat`);
    stage.chats = [CHAT];
    await user.type(field(), 'Good evening{Enter}');
    expect(await within(log()).findByText(/Delivered/)).toBeVisible();
    expect(await within(list()).findByRole('link', { name: /Henk/ })).toHaveAttribute('aria-current', 'true');
  });
});

describe('a fictional profile', () => {
  const WARNING = 'Nobody is real here.';

  beforeEach(() => {
    stage.head.profile = { ...HENK, kind: 'fictional', fictional_label: 'Fictional profile' };
    stage.messages = [aMessage({ seq: 1, sender_kind: 'fictional' })];
    stage.refusals = [[409, { code: 'messaging.acknowledge-fictional', warning: WARNING }]];
  });

  it('is called that in the head, at the beginning and at every message', async () => {
    await openChat();
    expect(screen.getByText('Fictional profile')).toBeVisible();
    const meaning = screen.getByRole('link', { name: 'What does “Fictional profile” mean?' });
    expect(meaning).toHaveAttribute('href', '/pages/faq#fictional');
    expect(within(log()).getByText(/Henk is not a real person/)).toBeVisible();
    expect(within(log()).getAllByText(/written by our team/)).toHaveLength(2);
  });

  it('is written to once the member has seen the site’s warning; then the same message goes', async () => {
    const { user } = await openChat();
    await user.type(field(), 'Hello{Enter}');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText(new RegExp(WARNING))).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'I understand, send it 5 credits · €1.00' }));
    expect(await within(log()).findByText(/Delivered/)).toBeVisible();
    expect(stage.received.map(({ body }) => body.fictional_acknowledged)).toEqual([false, true]);
    expect(stage.received[1]?.key).toBe(stage.received[0]?.key);
  });

  it('is not written to by a member who declines, who gets the text back', async () => {
    const { user } = await openChat();
    await user.type(field(), 'Hello{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Don’t send' }));
    expect(field()).toHaveValue('Hello');
    expect(stage.received).toHaveLength(1);
  });
});

it('a draft stays on the device until it is sent', async () => {
  const { user, router } = await openChat();
  await user.type(field(), 'Half a sentence');
  await router.navigate('/chats');
  await screen.findByRole('heading', { level: 1, name: 'Messages' });
  await router.navigate(`/chats/${CHAT.id}`);
  expect(await screen.findByRole('textbox', { name: 'Message Henk' })).toHaveValue('Half a sentence');
});

describe('hints', () => {
  beforeEach(() => {
    stage.messages = [aMessage({ seq: 1, body: 'Lend me 200 euros', hints: ['money', 'elsewhere'] })];
  });

  it('say why, to the recipient, and are dismissed for good', async () => {
    const { user } = await openChat();
    expect(within(log()).getByText('Is this about money?')).toBeVisible();
    expect(within(log()).getByText(/Never send money .* We can only stop fraud on this site/)).toBeVisible();
    await user.click(within(log()).getByRole('button', { name: 'Dismiss' }));
    expect(within(log()).queryByText('Is this about money?')).not.toBeInTheDocument();
    await waitFor(() => expect(stage.dismissed).toEqual(['1']));
  });
});

describe('what a message offers', () => {
  it('is to copy its words', async () => {
    const { user } = await openChat();
    await user.click(within(log()).getByRole('button', { name: /Options for the message from Henk/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('Did the concert go well?');
  });

  it('is reached by Tab at the newest message, and by arrow keys at the others', async () => {
    stage.messages = [1, 2, 3].map((seq) => aMessage({ seq, body: `Line ${seq}` }));
    const { user } = await openChat();
    const menus = within(log()).getAllByRole('button', { name: /^Options for the message/ });
    expect(menus.map((menu) => menu.tabIndex)).toEqual([-1, -1, 0]);
    menus[2]?.focus();
    await user.keyboard('{ArrowUp}');
    expect(menus[1]).toHaveFocus();
    expect(menus.map((menu) => menu.tabIndex)).toEqual([-1, 0, -1]);
  });
});

it('tells the server that the member is writing, once in a while', async () => {
  const { user } = await openChat();
  await user.type(field(), 'Good evening');
  expect(stage.typed).toBe(1);
});

it('[spec 4.8] shows within a poll what the other side read, and that they are writing', async () => {
  stage.messages = [aMessage({ seq: 1, is_mine: true, is_read: false })];
  await openChat();
  expect(within(log()).getByText(/Delivered/)).toBeVisible();
  stage.head.other_read_seq = 1;
  stage.isTyping = true;
  expect(await within(log()).findByText(/Read/)).toBeVisible();
  expect(screen.getByText('Henk is typing')).toBeVisible();
});
