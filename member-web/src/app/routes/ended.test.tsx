import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';

const ended = (changes: Partial<Schemas['EndedChatOut']> = {}): Schemas['EndedChatOut'] => ({
  id: 'e-1',
  kind: 'member',
  last_message: { seq: 3, kind: 'text', excerpt: 'No.', is_mine: true, sent_at: '2026-11-20T12:00:00Z' },
  ...changes,
});

const said = (seq: number, changes: Partial<Schemas['EndedMessageOut']> = {}): Schemas['EndedMessageOut'] => ({
  id: `m-${seq}`,
  seq,
  is_mine: false,
  kind: 'text',
  gift: null,
  body: 'Send me a gift card',
  sent_at: '2026-11-20T12:00:00Z',
  sender_kind: 'member',
  ...changes,
});

/** A server of a member with no cases and these conversations that ended. */
function serving(...conversations: Schemas['EndedChatOut'][]) {
  server.use(
    http.get(`${V1}/complaints`, () => HttpResponse.json([])),
    http.get(`${V1}/reports`, () => HttpResponse.json([])),
    http.get(`${V1}/cases`, () => HttpResponse.json({ reports: [], complaints: [], decisions: [], notices: [] })),
    http.get(`${V1}/ended-conversations`, () => HttpResponse.json({ conversations, has_more: false })),
  );
}

describe('conversations that ended', () => {
  it('[spec 6.7, 10.5] are read and reported without telling who it was', async () => {
    const reports: unknown[] = [];
    serving(ended());
    server.use(
      http.get(`${V1}/ended-conversations/e-1/messages`, ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.get('before') === '2'
            ? { messages: [said(1, { kind: 'photo', body: '' })], has_more: false }
            : { messages: [said(2), said(3, { is_mine: true, body: 'No.' })], has_more: true },
        ),
      ),
      http.post(`${V1}/reports`, async ({ request }) => {
        reports.push(await request.json());
        return HttpResponse.json({ number: 'ABCD-2345', due_at: '2026-11-23T12:00:00Z' }, { status: 201 });
      }),
    );
    const { user } = await renderApp('/complaints', { user: aUser() });
    expect(await screen.findByText('Chat, last message on 20 November 2026')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Read', expanded: false }));
    expect(await screen.findByText('Send me a gift card')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    const photo = await screen.findByText('A photo (not shown here)');
    // The older one stands above, and of the three only what was received can be reported.
    expect(photo.compareDocumentPosition(screen.getByText('Send me a gift card'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(screen.getByText(/^You ·/)).toBeVisible();
    expect(screen.getAllByText(/^The other person ·/)).toHaveLength(2);
    const ways = screen.getAllByRole('button', { name: 'Report' });
    expect(ways).toHaveLength(2);
    await user.click(ways[1] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this message' }));
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument();
    await user.click(dialog.getByLabelText('Asks for money, gifts or payment details'));
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText(/Your report number is ABCD-2345/)).toBeVisible();
    expect(reports).toEqual([{ kind: 'message', message_id: 'm-2', reason: 'money', words: '', block: false }]);
  });

  it('[spec 6.7] name a fictional profile as one', async () => {
    serving(ended({ kind: 'fictional' }));
    await renderApp('/complaints', { user: aUser() });
    expect(await screen.findByText(/^Chat, last message on .* · Fictional profile$/)).toBeVisible();
  });

  it('[spec 6.7] say so when one is not there any more', async () => {
    serving(ended());
    server.use(
      http.get(`${V1}/ended-conversations/e-1/messages`, () =>
        HttpResponse.json({ code: 'not-found', detail: 'This is not here.' }, { status: 404 }),
      ),
    );
    const { user } = await renderApp('/complaints', { user: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Read' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the messages.');
  });
});
