import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { App } from '@/app';
import { server } from '@/testing/server';

const CASE = {
  id: 'a',
  number: 'KLMN-2345',
  topic: 'payment',
  state: 'open',
  language: 'en',
  created_at: '2026-11-22T10:00:00Z',
  due_at: '2099-11-29T10:00:00Z',
  due_day: '2099-11-29',
  closed_at: null,
  claimed_by: null,
  is_mine: false,
  is_ours: false,
  person: null,
  messages: [],
  colleagues: [],
  canned: [
    { key: 'twice', topic: 'payment', label: 'Charged twice', text: 'Nobody should pay twice.' },
    { key: 'used', topic: 'payment', label: 'No refund', text: 'The credits were used.' },
    { key: 'looking', topic: null, label: 'We are looking into it', text: 'We look.' },
    { key: 'copy', topic: 'privacy', label: 'A copy', text: 'Ask for it.' },
  ],
  decisions: [],
  others: [],
  conversations: [],
};

function openCase() {
  const permissions = ['moderation.complaints.read', 'moderation.complaints.answer'];
  const api = '*/ops/api/moderation.complaints';
  server.use(
    http.get('*/ops/api/session', () =>
      HttpResponse.json({ staff: { id: '1', name: 'Linden', email: 'l@house.example', roles: [] }, permissions }),
    ),
    http.get(`${api}/:id/views/case`, () => HttpResponse.json(CASE)),
    http.get(`${api}/:id`, () => HttpResponse.json(CASE)),
    http.get('*/ops/api/:resource', () => HttpResponse.json({ data: [], total: 0 })),
  );
  render(
    <MemoryRouter initialEntries={['/complaints/a']}>
      <App />
    </MemoryRouter>,
  );
  return userEvent.setup();
}

test('[spec 10.6] ready answers stand under their topics and are chosen by keys, never a heading', async () => {
  const user = openCase();
  const ready = await screen.findByRole('combobox', { name: 'Begin with a ready answer' });
  ready.focus();
  await user.keyboard('{Enter}');
  const list = await screen.findByRole('listbox');
  const shown = [...list.children].map((line) => line.textContent);
  expect(shown).toEqual([
    'Payment',
    'Charged twice',
    'No refund',
    'Every complaint',
    'We are looking into it',
    'Privacy',
    'A copy',
  ]);
  expect(within(list).getAllByRole('option')).toHaveLength(CASE.canned.length);
  await user.click(within(list).getByText('Every complaint'));
  const words = screen.getByLabelText(/^What they will read/);
  expect(words).toHaveValue('');
  await user.keyboard('{Home}{ArrowDown}{ArrowDown}{Enter}');
  expect(words).toHaveValue('We look.');
});
