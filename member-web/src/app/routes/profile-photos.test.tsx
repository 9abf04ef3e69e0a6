import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { open, tending } from '@/testing/own-profile';
import { aPhoto, aProfile } from '@/testing/profile-factory';
import { server } from '@/testing/server';

const V1 = '*/api/v1';

describe('own photos', () => {
  it('[spec 4.3] say who sees them, and why a refused one is not shown', async () => {
    tending({
      photos: [
        aPhoto({ is_main: true }),
        aPhoto({ status: 'pending' }),
        aPhoto({ status: 'refused', reason: 'no-person', reason_text: 'Nobody can be seen in this photo.' }),
      ],
    });
    await open();
    const tiles = within(screen.getByRole('list', { name: 'Your photos' })).getAllByRole('listitem');
    expect(tiles.map((tile) => tile.textContent)).toEqual([
      'Main photoOthers can see it',
      'Only you can see it until we’ve checked it',
      'We can’t show this photoNobody can be seen in this photo.',
    ]);
    expect(screen.getByText('You’ve added the maximum of 3 photos.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a photo' })).not.toBeInTheDocument();
  });

  it('move by buttons', async () => {
    const photos = [aPhoto({ is_main: true }), aPhoto(), aPhoto()];
    const [first, second, third] = photos.map(({ id }) => id);
    const sent = tending({ photos });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Move photo 1 later' }));
    await waitFor(() => expect(sent).toEqual([[second, first, third]]));
    await user.click(screen.getByRole('button', { name: 'Move photo 3 to the front' }));
    await waitFor(() => expect(sent[1]).toEqual([third, second, first]));
  });

  const TITLE = 'Crop photo';

  /** The dialog, once its picture is there. */
  async function cropDialog(width = 1600, height = 1600) {
    const dialog = await screen.findByRole('dialog', { name: TITLE });
    const picture = within(dialog).getByRole('img');
    Object.defineProperties(picture, { naturalWidth: { value: width }, naturalHeight: { value: height } });
    fireEvent.load(picture);
    return within(dialog);
  }

  it('show in small what their owner chose', async () => {
    const photo = aPhoto({ crop: { x: 0.1, y: 0.2, width: 0.5 } });
    tending({ photos: [photo, aPhoto({ status: 'refused' })] });
    const asked: unknown[] = [];
    server.use(
      http.patch(`${V1}/photos/${photo.id}`, async ({ request }) => {
        asked.push([await request.json(), request.headers.get('Idempotency-Key') !== null]);
        return HttpResponse.json(photo);
      }),
    );
    const { user } = await open();
    const opener = screen.getByRole('button', { name: /^Crop photo/ });
    await user.click(opener);
    const dialog = await cropDialog();
    const frame = dialog.getByRole('application');
    expect(frame).toHaveStyle({ left: '10%', top: '20%', width: '50%' });
    fireEvent.keyDown(frame, { key: 'ArrowRight' });
    await user.click(dialog.getByRole('button', { name: 'Move the frame up' }));
    await user.click(dialog.getByRole('button', { name: 'Save crop' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(asked).toEqual([[{ crop: { x: 0.125, y: expect.closeTo(0.175) as number, width: 0.5 } }, true]]);
    await waitFor(() => expect(opener).toHaveFocus());
  });

  /** Opens the dialog of the only photo. */
  async function cropping(changes: Parameters<typeof aPhoto>[0] = {}) {
    tending({ photos: [aPhoto(changes)] });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: /^Crop photo/ }));
    return user;
  }

  /** Lets the picture be 100 pixels wide and high on the screen. */
  function laidOut(dialog: Awaited<ReturnType<typeof cropDialog>>) {
    const stage = dialog.getByRole('img').parentElement as HTMLElement;
    stage.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100);
    stage.setPointerCapture = () => undefined;
    return stage;
  }

  it('show what somebody taps, and follow the frame that is dragged until it is let go', async () => {
    await cropping({ crop: { x: 0, y: 0, width: 0.3 } });
    const dialog = await cropDialog();
    const stage = laidOut(dialog);
    const frame = dialog.getByRole('application');
    fireEvent.click(dialog.getByRole('img'), { clientX: 50, clientY: 50 });
    expect(frame).toHaveStyle({ left: '35%', top: '30%' });
    fireEvent.click(frame, { clientX: 10, clientY: 10 });
    fireEvent.pointerDown(dialog.getByRole('img'), { clientX: 40, clientY: 40 });
    fireEvent.pointerMove(stage, { clientX: 10, clientY: 10 });
    expect(frame).toHaveStyle({ left: '35%', top: '30%' });
    fireEvent.pointerDown(frame, { clientX: 40, clientY: 40 });
    fireEvent.pointerMove(stage, { clientX: 30, clientY: 60 });
    expect(frame).toHaveStyle({ left: '25%', top: '50%' });
    fireEvent.pointerUp(stage);
    fireEvent.pointerMove(stage, { clientX: 90, clientY: 90 });
    expect(frame).toHaveStyle({ left: '25%', top: '50%' });
  });

  it('are zoomed by plus and minus, and shown as far as fits by a button, and both is said', async () => {
    const user = await cropping({ crop: { x: 0.1, y: 0.1, width: 0.5 } });
    const dialog = await cropDialog();
    const frame = dialog.getByRole('application');
    fireEvent.keyDown(frame, { key: '+' });
    expect(Number.parseFloat(frame.style.width)).toBeCloseTo(50 / 1.1);
    await waitFor(() => expect(document.getElementById('announcer')).toHaveTextContent('Zoom: 165%'));
    fireEvent.keyDown(frame, { key: '-' });
    fireEvent.keyDown(frame, { key: '-' });
    expect(Number.parseFloat(frame.style.width)).toBeCloseTo(55);
    await user.click(dialog.getByRole('button', { name: 'Use largest frame' }));
    expect(frame).toHaveStyle({ left: '12.5%', top: '0%', width: '75%' });
    const said = 'The frame starts 13% from the left and 0% from the top.';
    await waitFor(() => expect(document.getElementById('announcer')).toHaveTextContent(said));
  });

  it('move by arrow keys, which scroll nothing', async () => {
    await cropping({ crop: { x: 0.1, y: 0.1, width: 0.5 } });
    const dialog = await cropDialog();
    const frame = dialog.getByRole('application');
    for (const [key, left, top] of [
      ['ArrowRight', 12.5, 10],
      ['ArrowDown', 12.5, 12.5],
      ['ArrowLeft', 10, 12.5],
      ['ArrowUp', 10, 10],
    ] as const) {
      expect(fireEvent.keyDown(frame, { key })).toBe(false);
      expect(Number.parseFloat(frame.style.left)).toBeCloseTo(left);
      expect(Number.parseFloat(frame.style.top)).toBeCloseTo(top);
    }
    expect(fireEvent.keyDown(frame, { key: 'a' })).toBe(true);
  });

  it('that are just large enough say so in place of a zoom', async () => {
    await cropping();
    const dialog = await cropDialog(480, 640);
    expect(dialog.getByText(/^This photo is too small to zoom/)).toBeVisible();
    expect(dialog.queryByRole('slider')).not.toBeInTheDocument();
  });

  it('that do not come say so, and nothing can be saved before they are there', async () => {
    await cropping();
    const dialog = within(await screen.findByRole('dialog', { name: TITLE }));
    const answers = () => ['Save crop', 'Use largest frame'].map((name) => dialog.getByRole('button', { name }));
    for (const answer of answers()) expect(answer).toBeDisabled();
    fireEvent.error(dialog.getByRole('img'));
    expect(dialog.getByText('We couldn’t load this photo. Try again later.')).toBeVisible();
    for (const answer of answers()) expect(answer).toBeDisabled();
  });

  it('keep the frame when the server refuses it, and say why', async () => {
    const photo = aPhoto();
    tending({ photos: [photo] });
    const detail = 'This photo cannot be cropped.';
    server.use(
      http.patch(`${V1}/photos/${photo.id}`, () =>
        HttpResponse.json({ code: 'profiles.photo-not-ready', detail }, { status: 409 }),
      ),
    );
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Crop photo 1' }));
    const dialog = await cropDialog();
    await user.click(dialog.getByRole('button', { name: 'Save crop' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(detail);
    expect(dialog.getByRole('application')).toHaveStyle({ left: '12.5%', top: '0%', width: '75%' });
  });

  it('are offered for cropping once one that was chosen alone is ready', async () => {
    const photo = aPhoto({ status: 'pending' });
    tending();
    server.use(http.post(`${V1}/photos`, () => HttpResponse.json(photo, { status: 201 })));
    await open();
    server.use(http.get(`${V1}/profile`, () => HttpResponse.json(aProfile({ next_step: null, photos: [photo] }))));
    const files = [new File(['x'], 'me.jpg', { type: 'image/jpeg' })];
    fireEvent.change(screen.getByLabelText('Choose photos'), { target: { files } });
    expect(await screen.findByRole('dialog', { name: TITLE })).toBeVisible();
  });

  it('are not offered to somebody who went on to something else', async () => {
    const photo = aPhoto({ status: 'pending' });
    tending();
    server.use(http.post(`${V1}/photos`, () => HttpResponse.json(photo, { status: 201 })));
    const { user } = await open();
    server.use(http.get(`${V1}/profile`, () => HttpResponse.json(aProfile({ next_step: null, photos: [photo] }))));
    const files = [new File(['x'], 'me.jpg', { type: 'image/jpeg' })];
    fireEvent.change(screen.getByLabelText('Choose photos'), { target: { files } });
    await user.click(screen.getByLabelText('Headline'));
    expect(await screen.findByRole('button', { name: 'Crop photo 1' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('are looked at before they are sent, and arrive one after the other', async () => {
    let uploads = 0;
    tending();
    server.use(
      http.post(`${V1}/photos`, () => {
        uploads += 1;
        return HttpResponse.json(aPhoto({ status: 'pending' }), { status: 201 });
      }),
    );
    await open();
    const files = [
      new File(['x'], 'me.jpg', { type: 'image/jpeg' }),
      new File(['x'], 'letter.pdf', { type: 'application/pdf' }),
    ];
    fireEvent.change(screen.getByLabelText('Choose photos'), { target: { files } });
    expect(await screen.findByText('Choose a JPEG, PNG, WebP or HEIC photo.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('me.jpg')).not.toBeInTheDocument());
    expect(uploads).toBe(1);
  });

  it('say why the server took none', async () => {
    tending();
    const detail = 'You have 3 photos, which is all there is room for.';
    server.use(
      http.post(`${V1}/photos`, () => HttpResponse.json({ code: 'profiles.photo-limit', detail }, { status: 422 })),
    );
    const { user } = await open();
    const files = [new File(['x'], 'me.jpg', { type: 'image/jpeg' })];
    fireEvent.change(screen.getByLabelText('Choose photos'), { target: { files } });
    const dismiss = await screen.findByRole('button', { name: 'Dismiss me.jpg' });
    expect(within(screen.getByRole('list', { name: 'Your photos' })).getByText(detail)).toBeVisible();
    await user.click(dismiss);
    expect(screen.queryByRole('list', { name: 'Your photos' })).not.toBeInTheDocument();
  });
});
