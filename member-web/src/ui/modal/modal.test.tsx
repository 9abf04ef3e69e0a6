import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Modal } from './modal';

const leave = () => (document.activeElement as HTMLElement).blur();

it('closes at Escape where nothing has the focus, and only the dialog on top', async () => {
  const below = vi.fn();
  const above = vi.fn();
  render(
    <>
      <Modal title="Below" isOpen onClose={below}>
        One
      </Modal>
      <Modal title="Above" isOpen onClose={above}>
        Two
      </Modal>
    </>,
  );
  await screen.findByText('Two');
  leave();
  await userEvent.keyboard('{Escape}');
  expect(above).toHaveBeenCalledOnce();
  expect(below).not.toHaveBeenCalled();
});

it.each([{ isKept: true }, { mustAnswer: true }])('does not where it is kept: %o', async (options) => {
  const close = vi.fn();
  render(
    <Modal title="Kept" isOpen onClose={close} {...options}>
      One
    </Modal>,
  );
  leave();
  await userEvent.keyboard('{Escape}');
  expect(close).not.toHaveBeenCalled();
});
