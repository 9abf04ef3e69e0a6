import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { CHAT, HENK, field, list, log, openChat, setStage, stage, V1 } from '@/testing/chat-stage';
import { aGift, aMessage, aUser } from '@/testing/factories';
import { server } from '@/testing/server';

setStage();

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
    const { user, router } = await openChat(address, me);
    if (!address) await user.click(screen.getByRole('button', { name: 'A gift for Henk' }));
    const radio = await within(await dialog()).findByRole('radio', { name: 'Tulips 30 credits €6.00' });
    await user.click(radio);
    return { user, router };
  }

  it('[spec 1.3] shows its price in credits and money, and is sent with its note', async () => {
    const { user } = await choose();
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    await user.type(screen.getByRole('textbox', { name: /Add a message/ }), 'For the wet shoes.');
    await user.click(screen.getByRole('button', { name: 'Send gift 30 credits · €6.00' }));
    const bubble = await screen.findByRole('img', { name: 'Drawing: Tulips' });
    expect(bubble).toHaveAttribute('src', TULIPS.image);
    expect(within(log()).getByText('Tulips for Henk')).toBeVisible();
    expect(await within(log()).findByText(/Delivered/)).toBeVisible();
    expect(stage.received.map(({ body }) => body)).toEqual([
      { body: 'For the wet shoes.', gift: 'tulips', fictional_acknowledged: false },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is chosen with the arrow keys', async () => {
    const { user } = await openChat(undefined, aUser({ credits: 40 }));
    await user.click(screen.getByRole('button', { name: 'A gift for Henk' }));
    const send = await within(await dialog()).findByRole('button', { name: /Send gift/ });
    expect(send).toBeDisabled();
    expect(send).toHaveAccessibleDescription(/Choose a gift to see its price/);
    await user.click(await screen.findByRole('radio', { name: /A rose/ }));
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('radio', { name: /Tulips/ })).toBeChecked();
  });

  it('[spec 2.37] from the other side shows whom it is from, and the list names it', async () => {
    const { key, name, image } = TULIPS;
    stage.messages = [aMessage({ seq: 1, kind: 'gift', gift: { key, name, image }, body: 'For the wet shoes.' })];
    stage.chats = [
      { ...CHAT, last_message: { ...CHAT.last_message, seq: 1, kind: 'gift', excerpt: 'Tulips: For the wet' } },
    ];
    await openChat();
    expect(within(log()).getByText('Tulips from Henk')).toBeVisible();
    expect(within(log()).getByText('For the wet shoes.')).toBeVisible();
    expect(within(list()).getByRole('link', { name: /Tulips: For the wet/ })).toBeVisible();
  });

  it('[spec 8.5] that the credits do not pay for is not sent, and the choice stays', async () => {
    const { user, router } = await choose(undefined, aUser({ credits: 20 }));
    expect(screen.getByText(/You have 20, and this gift costs 30 credits · €6.00/)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Send gift/ })).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: /Add a message/ }), 'For you');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await router.navigate(`/chats/${CHAT.id}?gift`);
    expect(await screen.findByRole('radio', { name: /Tulips/ })).toBeChecked();
    expect(screen.getByRole('textbox', { name: /Add a message/ })).toHaveValue('For you');
    expect(stage.received).toEqual([]);
  });

  it('to a fictional profile is given once the member has seen the warning; declined, it stays chosen', async () => {
    stage.head.profile = { ...HENK, kind: 'fictional', fictional_label: 'Fictional profile' };
    stage.refusals = [[409, { code: 'messaging.acknowledge-fictional', warning: 'Nobody is real here.' }]];
    const { user, router } = await choose();
    await user.click(screen.getByRole('button', { name: /^Send gift/ }));
    const asks = await screen.findByRole('alertdialog');
    expect(within(asks).getByRole('button', { name: 'I understand, send it 30 credits · €6.00' })).toBeVisible();
    await user.click(within(asks).getByRole('button', { name: 'Don’t send' }));
    expect(field()).toHaveValue('');
    await router.navigate(`/chats/${CHAT.id}?gift`);
    expect(await screen.findByRole('radio', { name: /Tulips/ })).toBeChecked();
  });

  it('cannot be chosen when the gifts do not come, until they do', async () => {
    let isShut = true;
    server.use(
      http.get(`${V1}/gifts`, () =>
        isShut ? HttpResponse.json({ code: 'odd', detail: 'Shut.' }, { status: 409 }) : undefined,
      ),
    );
    const { user } = await openChat();
    await user.click(screen.getByRole('button', { name: 'A gift for Henk' }));
    expect(await screen.findByText('We couldn’t load the gifts.')).toBeVisible();
    isShut = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('radio')).toHaveLength(2);
  });
});
