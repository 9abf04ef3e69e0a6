import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetWayBack, wayBack } from '@/lib/way-back';
import { aChat, aMessage, aUser } from '@/testing/factories';
import { aShop } from '@/testing/money-factory';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const CHAT = aChat();
const ROOM = `${V1}/conversations/${CHAT.id}`;
const cost = { credits: 5, money: { minor: 100, currency: 'EUR' } };

beforeEach(() => {
  const head = { id: CHAT.id, profile: CHAT.profile, num_unread_messages: 0, other_read_seq: 0, can_write: true };
  const terms = { spent: cost, cost, blocked_reason: null };
  server.use(
    http.get(`${V1}/conversations`, () =>
      HttpResponse.json({ conversations: [CHAT], total_unread: 0, has_more: false }),
    ),
    http.get(ROOM, () => HttpResponse.json({ ...head, ...terms })),
    http.get(`${ROOM}/messages`, () => HttpResponse.json({ messages: [aMessage({ seq: 1 })], has_more: false })),
    http.post(`${ROOM}/read`, () => HttpResponse.json({ num_unread_messages: 0, total_unread: 0 })),
    http.get(`${V1}/shop`, () => HttpResponse.json(aShop())),
  );
});

afterEach(() => {
  forgetWayBack();
  localStorage.clear();
});

describe('a member whose credits do not pay for a message', () => {
  it('[spec 8.5, 2.19] is led to the bundles; the draft waits, and so does the way back', async () => {
    const address = `/chats/${CHAT.id}`;
    const { user, router } = await renderApp(address, { user: aUser({ credits: 2 }) });
    const text = screen.getByRole('textbox', { name: /^Message/ });
    await user.type(text, 'Shall we meet at the market?');
    await user.click(screen.getByRole('link', { name: 'See bundles' }));
    expect(await screen.findByRole('heading', { name: 'Premium comes with any bundle' })).toBeVisible();
    expect(wayBack()).toBe(address);
    await router.navigate(address);
    expect(await screen.findByRole('textbox', { name: /^Message/ })).toHaveValue('Shall we meet at the market?');
  });

  it('[spec 2.12] goes to the wallet when they are premium already', async () => {
    await renderApp(`/chats/${CHAT.id}`, { user: aUser({ credits: 2, paid_user: true }) });
    expect(screen.getByRole('link', { name: 'See bundles' })).toHaveAttribute('href', '/credits');
  });
});
