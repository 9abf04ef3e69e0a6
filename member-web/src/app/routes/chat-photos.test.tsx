import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { log, openChat, setStage, stage } from '@/testing/chat-stage';
import { aMessage, aUser } from '@/testing/factories';

setStage();

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
    const { user } = await openChat();
    await user.upload(chooser(), FILE);
    const send = within(await dialog()).getByRole('button', { name: 'Send photo 8 credits · €1.60' });
    await waitFor(() => expect(send).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const text = new File(['words'], 'letter.txt', { type: 'text/plain' });
    fireEvent.change(chooser(), { target: { files: [text] } });
    expect(await within(await dialog()).findByRole('alert')).toHaveTextContent(
      'Choose a JPEG, PNG, WebP or HEIC photo.',
    );
    expect(screen.getByRole('button', { name: /^Send photo/ })).toBeDisabled();
  });

  it('is prepared before it can be sent, and another one in its place', async () => {
    const { user } = await openChat();
    // The window of these tests never opens a picture.
    const large = new File([new Uint8Array(2 * 1024 * 1024)], 'large.jpg', { type: 'image/jpeg' });
    await user.upload(chooser(), large);
    expect(within(await dialog()).getByRole('status')).toHaveTextContent('We’re preparing your photo.');
    expect(screen.getByRole('button', { name: /^Send photo/ })).toBeDisabled();
    await user.upload(chooser(), FILE);
    expect(await screen.findByRole('img', { name: 'Your photo: dike.jpg' })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Send photo/ })).toBeEnabled();
  });

  it('[spec 8.5] that the credits do not pay for is not sent', async () => {
    const { user } = await openChat(undefined, aUser({ credits: 7 }));
    await user.upload(chooser(), FILE);
    expect(within(await dialog()).getByText(/You have 7, and a photo costs 8 credits/)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Send photo/ })).toBeDisabled();
  });

  it.each([
    [PROCESSING, 'The photo is on its way.'],
    [{ ...PROCESSING, status: 'failed' } as const, 'We couldn’t open this photo.'],
    [{ ...PROCESSING, status: 'removed' } as const, 'This photo is no longer available.'],
  ])('that cannot be seen says why', async (photo, words) => {
    stage.messages = [aMessage({ seq: 1, kind: 'photo', photo, body: '' })];
    await openChat();
    expect(within(log()).getByText(words)).toBeVisible();
  });

  it('opens large, and Escape closes it', async () => {
    stage.messages = [aMessage({ seq: 1, kind: 'photo', photo: READY, body: 'The dike' })];
    const { user } = await openChat();
    await user.click(within(log()).getByRole('button', { name: 'Enlarge: Photo from Henk' }));
    const viewer = await screen.findByRole('dialog', { name: 'Photos in your chat with Henk' });
    expect(within(viewer).getByRole('img', { name: 'Photo from Henk: The dike' })).toHaveAttribute('src', READY.full);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(viewer).not.toBeInTheDocument());
  });
});
