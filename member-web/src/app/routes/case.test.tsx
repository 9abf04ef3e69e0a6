import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const CASE = '*/api/v1/cases/d-1';
type Decision = Schemas['ReasonsOut'];

const aDecision = (changes: Partial<Decision> = {}): Decision => ({
  id: 'd-1',
  number: 'K7MP-4XQ2',
  state: 'in-force',
  rule: 'insult',
  rule_text: 'Treat others with respect',
  measure: 'timed-ban',
  measure_text: 'Your account is closed for a time',
  scope_text: 'your whole account, one of your photos (removed)',
  features: ['account'],
  facts: 'You called somebody names.',
  strikes: 2,
  strikes_text: '2 strikes, for a year',
  is_automated: false,
  in_force_at: '2026-11-20T12:00:00Z',
  ends_at: '2026-11-27T12:00:00Z',
  appeal_until: '2027-05-19T12:00:00Z',
  can_appeal: true,
  appeals: [],
  ...changes,
});

const anAppeal = (changes: Partial<Schemas['AppealOut']> = {}): Schemas['AppealOut'] => ({
  state: 'open',
  words: 'It was said in jest, to a friend.',
  created_at: '2026-11-21T12:00:00Z',
  due_at: '2026-11-28T12:00:00Z',
  decided_at: null,
  outcome: null,
  answer: '',
  ...changes,
});

const answering = (decision: Decision) => server.use(http.get(CASE, () => HttpResponse.json(decision)));

describe('a decision about a member', () => {
  it('says what, why, how long and who, to whom the mailed link brings there', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.get(CASE, ({ request }) => {
        keys.push(new URL(request.url).searchParams.get('key'));
        return HttpResponse.json(aDecision());
      }),
    );
    await renderApp('/cases/d-1?key=secret');
    expect(keys).toEqual(['secret']);
    expect(screen.getByRole('heading', { level: 1, name: 'Decision K7MP-4XQ2' })).toBeVisible();
    for (const text of [
      'Your account is closed for a time',
      'your whole account, one of your photos (removed)',
      '2 strikes, for a year',
      'Treat others with respect',
      'You called somebody names.',
    ])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByText('A person, not a machine')).toBeVisible();
    expect(screen.getByText(/You can appeal until/)).toBeVisible();
  });

  it('is objected to in a sentence at least, and says when the answer comes', async () => {
    const sent: unknown[] = [];
    answering(aDecision());
    server.use(
      http.post(`${CASE}/appeal`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(aDecision({ can_appeal: false, appeals: [anAppeal()] }), { status: 201 });
      }),
    );
    const { user } = await renderApp('/cases/d-1');
    await user.click(screen.getByRole('button', { name: 'Send appeal' }));
    expect(await screen.findByText(/in a sentence or two/)).toBeVisible();
    // Who sent too little is where more can be said.
    expect(screen.getByRole('textbox', { name: 'Why is the decision wrong?' })).toHaveFocus();
    await user.keyboard('It was said in jest, to a friend.');
    await user.click(screen.getByRole('button', { name: 'Send appeal' }));
    expect(await screen.findByText(/We’ll answer by/)).toBeVisible();
    expect(sent).toEqual([{ words: 'It was said in jest, to a friend.' }]);
    expect(screen.queryByRole('button', { name: 'Send appeal' })).toBeNull();
  });

  it('keeps the words of an objection that could not be sent', async () => {
    answering(aDecision());
    server.use(http.post(`${CASE}/appeal`, () => HttpResponse.json({ code: 'odd' }, { status: 422 })));
    const { user } = await renderApp('/cases/d-1');
    const words = screen.getByRole('textbox', { name: 'Why is the decision wrong?' });
    await user.type(words, 'It was said in jest.');
    await user.click(screen.getByRole('button', { name: 'Send appeal' }));
    expect(await screen.findByText('We couldn’t send your appeal.')).toBeVisible();
    expect(words).toHaveValue('It was said in jest.');
  });

  it.each([
    ['confirmed', /Our decision stays the same/],
    ['reversed', /You were right/],
  ] as const)('tells that an objection was %s, with the answer', async (outcome, said) => {
    const decided = anAppeal({ state: 'decided', outcome, answer: 'We read the whole conversation.' });
    answering(
      aDecision({ can_appeal: false, appeals: [decided], state: outcome === 'reversed' ? 'lifted' : 'in-force' }),
    );
    await renderApp('/cases/d-1');
    expect(screen.getByText(said)).toBeVisible();
    expect(screen.getByText('We read the whole conversation.')).toBeVisible();
  });

  it('promises no answer to an objection whose account is deleted', async () => {
    answering(aDecision({ can_appeal: false, facts: '', appeals: [anAppeal({ state: 'lapsed', words: '' })] }));
    await renderApp('/cases/d-1');
    expect(screen.getByText('We’ve closed this appeal because your account is deleted.')).toBeVisible();
    expect(screen.queryByText(/We’ll answer by/)).toBeNull();
  });

  it('calls no day past that is still to come, where something else ended the time to object', async () => {
    answering(aDecision({ can_appeal: false, appeal_until: '2999-05-19T12:00:00Z' }));
    await renderApp('/cases/d-1');
    expect(screen.getByText('What happened')).toBeVisible();
    expect(screen.queryByText(/The deadline to appeal was/)).toBeNull();
  });

  it('says nothing of what a mere warning covers and counts, and of no end', async () => {
    answering(aDecision({ measure: 'warning', scope_text: '', strikes: 0, strikes_text: '', ends_at: null }));
    await renderApp('/cases/d-1');
    expect(screen.getByText('What we decided')).toBeVisible();
    for (const term of ['What it covers', 'Counts as', 'Until']) expect(screen.queryByText(term)).toBeNull();
  });

  it('says when it is too late to object, and that a ban for good has no end', async () => {
    const until = '2020-05-19T12:00:00Z';
    answering(aDecision({ can_appeal: false, measure: 'permanent-ban', ends_at: null, appeal_until: until }));
    await renderApp('/cases/d-1');
    expect(screen.getByText(/The deadline to appeal was/)).toBeVisible();
    expect(screen.getByText('Permanent')).toBeVisible();
  });
});
