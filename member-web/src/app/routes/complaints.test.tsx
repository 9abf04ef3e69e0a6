import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
type Complaint = Schemas['ComplaintOut'];

const aComplaint = (changes: Partial<Complaint> = {}): Complaint => ({
  id: 'c-1',
  number: 'K7MP-4XQ2',
  topic: 'payment',
  state: 'open',
  created_at: '2026-11-20T12:00:00Z',
  due_at: '2026-11-27T12:00:00Z',
  closed_at: null,
  messages: [{ author: 'complainant', body: 'I was charged twice.', created_at: '2026-11-20T12:00:00Z' }],
  ...changes,
});

const aReport = (changes: Partial<Schemas['ReportOut']> = {}): Schemas['ReportOut'] => ({
  id: 'r-1',
  number: 'ABCD-2345',
  kind: 'photo',
  reason: 'fake',
  about: 'Mo',
  state: 'open',
  created_at: '2026-11-20T12:00:00Z',
  due_at: '2026-11-23T12:00:00Z',
  decided_at: null,
  outcome: null,
  answer: '',
  reviewed_at: null,
  ...changes,
});

const aDecision: Schemas['ReasonsOut'] = {
  id: 'd-1',
  number: 'WXYZ-2345',
  state: 'in-force',
  rule: 'spam',
  rule_text: 'No advertising.',
  measure: 'warning',
  measure_text: 'A warning',
  scope_text: '',
  features: [],
  facts: '',
  strikes: 1,
  strikes_text: '1 strike, for a year',
  is_automated: false,
  in_force_at: '2026-11-20T12:00:00Z',
  ends_at: null,
  appeal_until: '2027-05-20T12:00:00Z',
  can_appeal: true,
  appeals: [],
};

const aNotice: Schemas['NoticeOut'] = {
  id: 'n-1',
  at: '2026-11-20T12:00:00Z',
  about: 'Mo',
  credits: 6,
  withdrawn_at: null,
};

/** A server that takes complaints in; returns what was sent. */
function takingComplaints() {
  const sent: unknown[] = [];
  server.use(
    http.get(`${V1}/complaints/form`, () => HttpResponse.json({ form: '1.abc' })),
    http.post(`${V1}/complaints`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...aComplaint(), key: 'secret' }, { status: 201 });
    }),
    http.get(`${V1}/complaints/c-1`, () => HttpResponse.json(aComplaint())),
  );
  return sent;
}

describe('complaints', () => {
  it('[spec 2.10] a visitor says what is missing is missing, then sends it and sees the number', async () => {
    const sent = takingComplaints();
    const { user, router } = await renderApp('/complaints');
    expect(screen.queryByText('My reports')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send complaint' }));
    const summary = within(await screen.findByRole('alert'));
    expect(summary.getAllByRole('link')).toHaveLength(3);
    expect(sent).toEqual([]);
    await user.selectOptions(screen.getByLabelText('What is it about?'), 'payment');
    await user.type(screen.getByLabelText('What happened?'), 'I was charged twice.');
    await user.type(screen.getByLabelText('Your email address'), 'ruth@example.org');
    await user.click(screen.getByRole('button', { name: 'Send complaint' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Complaint K7MP-4XQ2' })).toBeVisible();
    expect(screen.getByText('We’ve received your complaint.')).toBeVisible();
    expect(router.state.location.search).toBe('?key=secret');
    expect(sent).toEqual([
      { topic: 'payment', text: 'I was charged twice.', email: 'ruth@example.org', website: '', form: '1.abc' },
    ]);
  });

  it.each(['/complaints', '/cases'])(
    '[spec 2.10, 10.5] at %s a member sees where their cases stand',
    async (address) => {
      server.use(
        http.get(`${V1}/complaints`, () => HttpResponse.json([aComplaint({ state: 'answered' })])),
        http.get(`${V1}/reports`, () =>
          HttpResponse.json([
            aReport(),
            aReport({
              id: 'r-2',
              state: 'decided',
              outcome: 'upheld',
              decided_at: '2026-11-21T12:00:00Z',
              answer: 'Not his pictures.',
              reviewed_at: '2026-11-23T12:00:00Z',
            }),
          ]),
        ),
        http.get(`${V1}/cases`, () =>
          HttpResponse.json({
            reports: [],
            complaints: [],
            decisions: [aDecision],
            notices: [
              aNotice,
              { ...aNotice, id: 'n-2', about: null, credits: 0 },
              { ...aNotice, id: 'n-3', about: 'Kim', withdrawn_at: '2026-11-24T12:00:00Z' },
            ],
          }),
        ),
      );
      await renderApp(address, { user: aUser() });
      expect(screen.getByRole('link', { name: /Payments, credits or refunds Answered K7MP-4XQ2/ })).toHaveAttribute(
        'href',
        '/complaints/c-1',
      );
      expect(screen.getAllByText('A photo of Mo')).toHaveLength(2);
      expect(screen.getByText(/A moderator will decide by/)).toBeVisible();
      expect(screen.getByText('Not his pictures.')).toBeVisible();
      expect(screen.getByText(/^23 November 2026: we reviewed it again and changed our decision/)).toBeVisible();
      expect(screen.getByRole('link', { name: /A warning This decision applies/ })).toHaveAttribute(
        'href',
        '/cases/d-1',
      );
      const [told, later] = screen
        .getAllByText('We removed the account of someone you chatted with')
        .map((head) => head.closest('li'));
      expect(told).toHaveTextContent(/Mo · 20 November 2026.*defrauded other people.*It wasn’t your fault/);
      expect(told).toHaveTextContent('We’ve refunded the 6 credits you spent on this chat.');
      expect(later).not.toHaveTextContent(/Mo|refunded/);
      const wrong = screen.getByText('We made a mistake about someone').closest('li');
      expect(wrong).toHaveTextContent(/Kim · 24 November 2026.*our mistake.*You keep the credits/);
      expect(screen.getByText(/Do not pay or send anything more/)).toBeVisible();
      expect(screen.queryByLabelText('Your email address')).not.toBeInTheDocument();
    },
  );

  it('[spec 2.10] lets a person send it again when a password manager filled the hidden field', async () => {
    const sent: unknown[] = [];
    takingComplaints();
    server.use(
      http.post(`${V1}/complaints`, async ({ request }) => {
        sent.push(((await request.json()) as { website: string }).website);
        return HttpResponse.json(
          { code: 'moderation.complaint-looks-automatic', detail: 'Once more.' },
          { status: 422 },
        );
      }),
    );
    const { user } = await renderApp('/complaints');
    await user.selectOptions(screen.getByLabelText('What is it about?'), 'payment');
    await user.type(screen.getByLabelText('What happened?'), 'I was charged twice.');
    await user.type(screen.getByLabelText('Your email address'), 'ruth@example.org');
    fireEvent.change(screen.getByLabelText('Leave this empty'), { target: { value: 'example.org' } });
    await user.click(screen.getByRole('button', { name: 'Send complaint' }));
    expect(await screen.findByText(/Once more/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send complaint' }));
    await waitFor(() => expect(sent).toEqual(['example.org', '']));
  });

  it('keeps what was written when the server refuses it', async () => {
    takingComplaints();
    server.use(
      http.get(`${V1}/complaints`, () => HttpResponse.json([])),
      http.get(`${V1}/reports`, () => HttpResponse.json([])),
      http.get(`${V1}/cases`, () => HttpResponse.json({ reports: [], complaints: [], decisions: [], notices: [] })),
      http.post(`${V1}/complaints`, () =>
        HttpResponse.json({ code: 'rate-limited', detail: 'That was a little too often.' }, { status: 409 }),
      ),
    );
    const { user } = await renderApp('/complaints', { user: aUser() });
    await user.selectOptions(screen.getByLabelText('What is it about?'), 'other');
    await user.type(screen.getByLabelText('What happened?'), 'The door squeaks.');
    await user.click(screen.getByRole('button', { name: 'Send complaint' }));
    expect(await screen.findByText(/That was a little too often/)).toBeVisible();
    expect(screen.getByLabelText('What happened?')).toHaveValue('The door squeaks.');
  });
});

describe('a complaint', () => {
  it('[spec 10.6] shows the whole history and takes an answer by the key of the mail', async () => {
    const answered = aComplaint({
      state: 'answered',
      messages: [
        ...aComplaint().messages,
        { author: 'staff', body: 'You get it back.', created_at: '2026-11-21T12:00:00Z' },
      ],
    });
    const keys: (string | null)[] = [];
    server.use(
      http.get(`${V1}/complaints/c-1`, ({ request }) => {
        keys.push(new URL(request.url).searchParams.get('key'));
        return HttpResponse.json(answered);
      }),
      http.post(`${V1}/complaints/c-1/messages`, async ({ request }) => {
        keys.push(new URL(request.url).searchParams.get('key'));
        const { text } = (await request.json()) as { text: string };
        const messages = [
          ...answered.messages,
          { author: 'complainant' as const, body: text, created_at: '2026-11-22T12:00:00Z' },
        ];
        return HttpResponse.json(aComplaint({ messages }), { status: 201 });
      }),
    );
    const { user } = await renderApp('/complaints/c-1?key=secret');
    const history = within(screen.getByRole('list', { name: 'Messages' }));
    expect(history.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('I was charged twice.'),
      expect.stringMatching(/^Hearthside.*You get it back\./),
    ]);
    await user.type(screen.getByLabelText('Reply'), 'When?');
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    expect(await history.findByText('When?')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Reply')).toHaveValue(''));
    expect(keys).toEqual(['secret', 'secret']);
  });

  it('[spec 10.6] keeps what somebody writes when an answer comes meanwhile', async () => {
    const messages = [...aComplaint().messages];
    server.use(http.get(`${V1}/complaints/c-1`, () => HttpResponse.json(aComplaint({ messages }))));
    const { user, client } = await renderApp('/complaints/c-1?key=secret');
    await user.type(screen.getByLabelText('Reply'), 'And besides');
    messages.push({ author: 'staff', body: 'We look into it.', created_at: '2026-11-21T12:00:00Z' });
    await act(() => client.invalidateQueries({ queryKey: ['complaints'] }));
    expect(await screen.findByText('We look into it.')).toBeVisible();
    expect(screen.getByLabelText('Reply')).toHaveValue('And besides');
  });

  it('is a missing page for everybody else', async () => {
    server.use(http.get(`${V1}/complaints/c-1`, () => HttpResponse.json({ code: 'not-found' }, { status: 404 })));
    await renderApp('/complaints/c-1');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page could not be found');
  });
});
