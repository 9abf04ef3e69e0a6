import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, Form } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { PhotoInput } from './photo-input';

const MAX_BYTES = 8_000_000;
const LIMIT = 'ops.photo.most';
const REFUSED = 'ops.photo.too_large';

function showForm() {
  const sent = vi.fn<(values: Record<string, unknown>) => void>();
  render(
    <AdminContext>
      <Form onSubmit={sent}>
        <PhotoInput source="photo" label="Photo" />
        <button type="submit">Send</button>
      </Form>
    </AdminContext>,
  );
  return sent;
}

function choose(bytes: number) {
  const file = new File([new Uint8Array(bytes)], 'vera.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Photo'), { target: { files: [file] } });
}

test('[spec 10.4] a photo of eight megabytes goes with the form', async () => {
  const sent = showForm();
  choose(MAX_BYTES);
  expect(screen.getByLabelText('Photo')).toHaveAccessibleDescription(LIMIT);
  await waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(String(sent.mock.lastCall?.[0]['photo']).length).toBe((4 * (MAX_BYTES + 1)) / 3);
  });
});

test('[spec 10.4] of a larger one it is said at once, and nothing of it goes, nor of the one chosen before', async () => {
  const sent = showForm();
  choose(3);
  choose(MAX_BYTES + 1);
  expect(await screen.findByText(REFUSED)).toBeInTheDocument();
  expect(screen.getByLabelText('Photo')).toBeInvalid();
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sent.mock.lastCall?.[0]['photo']).toBeNull());
  choose(3);
  expect(await screen.findByText(LIMIT)).toBeInTheDocument();
  expect(screen.getByLabelText('Photo')).toBeValid();
});
