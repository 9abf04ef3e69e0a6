import { act, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderUi } from '@/testing/render-ui';
import { Alert } from './alert/alert';
import { Badge } from './badge/badge';
import { Button } from './button/button';
import { LoadMore } from './load-more/load-more';
import { Menu } from './menu/menu';
import { Modal } from './modal/modal';
import { PersonCard } from './person-card/person-card';
import { ProgressBar } from './progress-bar/progress-bar';
import { RadioGroup } from './radio-group/radio-group';
import { Skeleton } from './skeleton/skeleton';
import { Steps } from './steps/steps';
import { showToast } from './toast/toast';
import { Toaster } from './toast/toaster';

it('a priced button carries the price in its name', async () => {
  await renderUi(<Button price="5 credits · €1.00">Send</Button>);
  expect(screen.getByRole('button', { name: 'Send 5 credits · €1.00' })).toBeVisible();
});

it('[spec 2.45] a badge is capped and says what it counts', async () => {
  await renderUi(<Badge count={250} tone="unread" noun="unread" />);
  expect(screen.getByText('99+')).toHaveTextContent('99+ unread');
});

it('an alert can be dismissed', async () => {
  const dismiss = vi.fn();
  const { user } = await renderUi(<Alert lead="Note." onDismiss={dismiss} />);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(dismiss).toHaveBeenCalledOnce();
});

describe('a modal', () => {
  it('is closed by Escape and by its button', async () => {
    const close = vi.fn();
    const { user } = await renderUi(
      <Modal title="Delete it?" isOpen onClose={close}>
        Really
      </Modal>,
    );
    expect(screen.getByRole('dialog', { name: 'Delete it?' })).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalledTimes(2);
  });

  it('[spec 4.14] that needs an answer has no other way out', async () => {
    const close = vi.fn();
    const { user } = await renderUi(
      <Modal title="Sign up" mustAnswer isOpen onClose={close}>
        Form
      </Modal>,
    );
    await user.keyboard('{Escape}');
    await user.click(document.body);
    expect(close).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  });
});

it('a menu opens by keyboard, moves by arrows, and gives the focus back', async () => {
  const choose = vi.fn();
  const entries = [
    { id: 'a', text: 'My profile' },
    { id: 'b', text: 'Log out' },
  ];
  const { user } = await renderUi(
    <Menu label="Account" entries={entries} onChoose={choose}>
      Ruth
    </Menu>,
  );
  await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(choose).toHaveBeenCalledWith('b');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Account' })).toHaveFocus());
});

it('[spec 2.37] a menu whose code is here takes the focus, and a dialog from it gives the focus back to its button', async () => {
  function Asking() {
    const [isAsking, setAsking] = useState(false);
    return (
      <>
        <Menu label="More" entries={[{ id: 'block', text: 'Block Ruth' }]} onChoose={() => setAsking(true)}>
          …
        </Menu>
        {isAsking && (
          <Modal title="Block Ruth?" isOpen onClose={() => setAsking(false)}>
            Really?
          </Modal>
        )}
      </>
    );
  }
  const { user } = await renderUi(<Asking />);
  await user.tab();
  const round = async () => {
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Block Ruth' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Block Ruth?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus());
  };
  await round();
  await round();
  await round();
});

describe('a person card', () => {
  const person = { name: 'Bengt', age: 69, place: 'Malmö', href: '/members/1', picture: '/b.webp' };

  it('says in words that somebody is fictional, before everything else', async () => {
    await renderUi(<PersonCard {...person} fictional="Fictional profile" isOnline isNew />);
    expect(screen.getByText('Fictional profile')).toBeVisible();
    expect(screen.queryByText('Online now')).not.toBeInTheDocument();
    expect(screen.getByRole('article')).toHaveAttribute('data-fictional');
  });

  it('[spec 6.4] says that a locked picture is blurred and how it opens', async () => {
    await renderUi(<PersonCard {...person} locked="Unlock with any bundle" />);
    expect(screen.getByRole('img', { name: 'Blurred photo' })).toBeVisible();
    expect(screen.getByText('Unlock with any bundle')).toBeVisible();
  });

  it('is liked by its heart, whose name stays the same', async () => {
    const like = vi.fn();
    const { user } = await renderUi(<PersonCard {...person} liked={false} onLike={like} />);
    await user.click(screen.getByRole('button', { name: 'Like Bengt', pressed: false }));
    expect(like).toHaveBeenCalledWith(true);
  });
});

it('steps say where the member is', async () => {
  await renderUi(<Steps names={['The basics', 'A photo', 'About you']} current={1} />);
  expect(screen.getByText('Step 2 of 3')).toBeVisible();
  expect(within(screen.getByRole('list')).getByText('A photo').closest('li')).toHaveAttribute('aria-current', 'step');
});

it('a list says how much of it was seen and offers what is left', async () => {
  await renderUi(
    <LoadMore list={{ isFetchingNextPage: false, fetchNextPage: vi.fn() }} shown={120} total={128} pageSize={24} />,
  );
  expect(screen.getByText('You’ve seen 120 of 128.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show 8 more' })).toBeVisible();
});

it('a toast is said and can be dismissed', async () => {
  const { user } = await renderUi(<Toaster />);
  await showToast({ text: 'Like sent to Henk' });
  const toast = await screen.findByRole('alertdialog');
  expect(toast).toHaveTextContent('Like sent to Henk');
  await user.click(within(toast).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
});

it('[spec 9.5] the progress bar waits 200 ms before it shows', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { container } = render(<ProgressBar isLoading />);
  act(() => void vi.advanceTimersByTime(199));
  expect(container).toBeEmptyDOMElement();
  act(() => void vi.advanceTimersByTime(1));
  expect(container).not.toBeEmptyDOMElement();
  vi.useRealTimers();
});

it('[spec 9.5] a skeleton keeps its place at once and shows after 200 ms', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { container } = render(<Skeleton shape="card" count={2} />);
  const shapes = () => container.querySelectorAll('[data-shape]');
  // A picture, a name and a town each.
  expect(shapes()).toHaveLength(6);
  expect(container.querySelectorAll('[data-shown]')).toHaveLength(0);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(200));
  expect(container.querySelectorAll('[data-shown]')).toHaveLength(6);
  expect(screen.getByRole('status')).toBeVisible();
  vi.useRealTimers();
});

it('[spec 2.45] the Tab key finds a group of radios none of which is chosen yet', async () => {
  const choices = ['one', 'two'].map((value) => ({ value, text: value }));
  const { user } = await renderUi(<RadioGroup label="Which?" value="" choices={choices} />);
  await user.tab();
  expect(screen.getByRole('radio', { name: 'one' })).toHaveFocus();
});
