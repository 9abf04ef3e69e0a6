import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { CHAT, HENK, list, openChat, ROOM, setStage, stage } from '@/testing/chat-stage';
import { aCard, aChat } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

setStage();

describe('the chat list', () => {
  it('[spec 3.9, 2.9] shows who wrote, what, and how much is unread', async () => {
    stage.chats = [aChat({ profile: HENK, num_unread_messages: 2 })];
    await openChat('/chats');
    const line = within(list()).getByRole('link', { name: /Henk.*Did the concert go well\? 2 unread/ });
    expect(line).toHaveAttribute('href', `/chats/${stage.chats[0]?.id}`);
  });

  it('marks a fictional profile in words', async () => {
    stage.chats = [
      aChat({ profile: aCard({ name: 'Bengt', kind: 'fictional', fictional_label: 'Fictional profile' }) }),
    ];
    await openChat('/chats');
    expect(within(list()).getByRole('link', { name: /Bengt.*Fictional profile/ })).toBeVisible();
  });

  it('is searched by name and words', async () => {
    stage.chats = ['Ada', 'Bea', 'Cor', 'Dik', 'Els', 'Fem'].map((name) => aChat({ profile: aCard({ name }) }));
    const { user } = await openChat('/chats');
    await user.type(screen.getByLabelText('Search your chats'), 'bea');
    expect(within(list()).getAllByRole('listitem')).toHaveLength(1);
  });

  it('[spec 6.3] leads a visitor to the login and back', async () => {
    const { router } = await renderApp(`/chats/${CHAT.id}`);
    expect(router.state.location.search).toBe(`?next=${encodeURIComponent(`/chats/${CHAT.id}`)}`);
  });

  it('says when nobody has written yet', async () => {
    stage.chats = [];
    await openChat('/chats');
    expect(screen.getByText('No chats yet')).toBeVisible();
    expect(screen.queryByText('Choose a chat')).not.toBeInTheDocument();
  });
});

describe('removing a conversation', () => {
  async function remove() {
    const { user, router } = await openChat();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete chat' }));
    await user.click(await screen.findByRole('button', { name: 'Delete chat' }));
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
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t delete the chat. The door is stuck.');
    expect(await within(list()).findByRole('link', { name: /Henk/ })).toBeVisible();
  });
});
