import { Dialog } from '@mui/material';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { AdminContext, memoryStore } from 'react-admin';
import { type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import desks from '@/i18n/locales/en/desks.json';
import { KeyButton, KeysSwitch } from './keys';

function draw(children: ReactNode) {
  const i18n = polyglotI18nProvider(() => ({ ...english, ...desks }), 'en', { allowMissing: false });
  const store = memoryStore();
  const framed = (inside: ReactNode) => (
    <AdminContext i18nProvider={i18n} store={store}>
      {inside}
    </AdminContext>
  );
  const drawn = render(framed(children));
  return { user: userEvent.setup(), draw: (again: ReactNode) => drawn.rerender(framed(again)) };
}

test('[spec 10.5] a key presses its button, but not in a field, in a dialog, or with another key held', async () => {
  const act = vi.fn();
  const desk = (
    <>
      <KeyButton shortcut="j" onClick={act}>
        Next
      </KeyButton>
      <input aria-label="Reasons" />
    </>
  );
  const { user, draw: again } = draw(desk);
  await user.keyboard('j');
  expect(act).toHaveBeenCalledTimes(1);
  await user.keyboard('{Control>}j{/Control}');
  await user.type(screen.getByLabelText('Reasons'), 'just');
  await user.tab({ shift: true });
  again(
    <>
      {desk}
      <Dialog open>Is it still you?</Dialog>
    </>,
  );
  await user.keyboard('j');
  expect(act).toHaveBeenCalledTimes(1);
});

test('[spec 10.5] whoever switches single keys off has none, and sees none', async () => {
  const act = vi.fn();
  const { user } = draw(
    <>
      <KeyButton shortcut="j" onClick={act}>
        Next
      </KeyButton>
      <KeysSwitch />
    </>,
  );
  expect(screen.getByText('J')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Keyboard shortcuts' }));
  await user.keyboard('j');
  expect(screen.queryByText('J')).not.toBeInTheDocument();
  expect(act).not.toHaveBeenCalled();
});

test('[spec 10.5] danger does nothing before a reason is chosen, by key or by hand', async () => {
  const act = vi.fn();
  const button = (reason: string | undefined) => (
    <KeyButton shortcut="r" color="error" reason={reason} onClick={act}>
      Refuse
    </KeyButton>
  );
  const { user, draw: again } = draw(button(undefined));
  await user.keyboard('r');
  expect(screen.getByRole('button', { name: 'Refuse' })).toBeDisabled();
  expect(act).not.toHaveBeenCalled();
  again(button('nudity'));
  await user.keyboard('r');
  expect(act).toHaveBeenCalledTimes(1);
});

test("[spec 10.5] where a button or a link has the focus, Enter is its own; on a choice it is the desk's", async () => {
  const [refuse, keep] = [vi.fn(), vi.fn()];
  const { user } = draw(
    <>
      <KeyButton shortcut="Enter" onClick={refuse}>
        Refuse
      </KeyButton>
      <button onClick={keep}>Do not refuse</button>
      <a href="#member">Ruth</a>
      <input type="radio" aria-label="Too late" />
    </>,
  );
  screen.getByRole('button', { name: 'Do not refuse' }).focus();
  await user.keyboard('{Enter}');
  expect(keep).toHaveBeenCalledTimes(1);
  screen.getByRole('link', { name: 'Ruth' }).focus();
  await user.keyboard('{Enter}');
  expect(refuse).not.toHaveBeenCalled();
  screen.getByRole('radio', { name: 'Too late' }).focus();
  await user.keyboard('{Enter}');
  expect(refuse).toHaveBeenCalledTimes(1);
});
