import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { heading, MEMBER, open, PHOTOS, picture, PROBLEM, queueOf, SEEN, sent } from '@/testing/review-queue';
import { server } from '@/testing/server';

beforeEach(() => localStorage.clear());

test('[spec 10.5] the queue is cleared by keys alone, and the member’s words are shown before', async () => {
  const decided = queueOf();
  const user = open('/review');
  await screen.findByRole('link', { name: /Profile text/ });
  await user.keyboard('j');
  const head = await heading(/Profile text · Renate, 66/);
  await waitFor(() => expect(head).toHaveFocus());
  expect(screen.getByText('Schreib mir auf WhatsApp.').tagName).toBe('MARK');
  await user.keyboard('6');
  const said = await screen.findByText('Du hast für etwas geworben.');
  expect(said.closest('[lang]')).toHaveAttribute('lang', 'de');
  for (const line of ['Eine Verwarnung, die zählt', 'Texte in deinem Profil (entfernt)', SEEN.counts[0]])
    expect(screen.getByText(String(line))).toBeVisible();
  await user.keyboard('r');
  await heading(/New photo/);
  await user.keyboard('a');
  expect(await screen.findByText('The queue is empty.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: /^Next/ })).toBeDisabled());
  expect(decided).toEqual([
    ['a', { version: 1, measure: 'strike', rule: 'spam', facts: '', takes_texts: true }],
    ['b', { version: 1, measure: 'none' }],
  ]);
});

test('[spec 10.5] the photos of a reported profile are there, each blurred until it is pressed', async () => {
  const shown = { number: 'K7MP-4XQ2', reporter_id: 's', reason: 'fake', words: '', photos: PHOTOS };
  const report = { id: 'r', evidence: {}, ...shown };
  queueOf({}, { reports: [report] });
  const user = open('/review');
  await screen.findByRole('link', { name: /Profile text/ });
  await user.keyboard('j');
  await user.click(await screen.findByRole('button', { name: 'Photo 2, blurred' }));
  expect(screen.getByRole('img', { name: 'Photo 2' })).toHaveAttribute('src', '/media/two');
  expect(screen.getByRole('img', { name: 'Photo 1, blurred' })).toHaveAttribute('src', '/media/one-blurred');
});

test('[spec 10.5] a name that poses as staff is marked, and can be removed alone', async () => {
  const texts = { name: 'Hearthside Support 0612345678', headline: '', about: '', notes: {} };
  const decided = queueOf(
    {},
    { texts, marked: { name: [{ text: texts.name, is_known: true }] }, poses_as_staff: true },
  );
  const user = open('/review/a');
  expect((await screen.findByText(texts.name)).tagName).toBe('MARK');
  expect(screen.getByText(/^This name looks like the site or its staff\./)).toBeVisible();
  await user.keyboard('6');
  expect(await screen.findByText('dein Name (entfernt; wähle einen anderen)')).toBeVisible();
  expect(screen.getByText(/^The name is replaced immediately/)).toBeVisible();
  await user.keyboard('r');
  const verdict = { measure: 'strike', rule: 'spam', facts: '', takes_name: true };
  await waitFor(() => expect(decided).toEqual([['a', { version: 1, ...verdict }]]));
});

test('[spec 10.5] which account and which ban a sign is about stands there, and the pictures side by side', async () => {
  const match = {
    member: { ...SEEN.member, id: 'other', name: 'Mo', age: 41, status: 'banned' },
    signals: ['banned-photo'],
    bans: [{ id: 'd', number: 'K7MP-4XQ2', measure: 'permanent-ban', rule: 'fraud', state: 'in-force' }],
    pictures: [{ photo: picture('new'), known: picture('old') }],
  };
  queueOf({}, { signals: ['banned-photo'], matches: [match] });
  const user = open('/review');
  await screen.findByRole('link', { name: /Profile text/ });
  await user.keyboard('j');
  expect(await screen.findByRole('heading', { name: 'Matches' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Mo, 41' })).toHaveAttribute('href', '/accounts.members/other/show');
  const ban = screen.getByRole('link', { name: /K7MP-4XQ2/ });
  expect(ban).toHaveAttribute('href', '/moderation.decisions/d/show');
  expect(ban).toHaveTextContent('Fraud · In force');
  await user.click(screen.getByRole('button', { name: 'Other account, blurred' }));
  expect(screen.getByRole('img', { name: 'Other account' })).toHaveAttribute('src', '/media/old');
  expect(screen.getByRole('img', { name: 'Member under review, blurred' })).toHaveAttribute(
    'src',
    '/media/new-blurred',
  );
});

test('[spec 10.5] of a profile photos and words go, each by itself, and what will happen is said', async () => {
  const decided = queueOf({}, { kind: 'opened', photos: PHOTOS });
  const user = open('/review/c');
  await heading(/Opened by staff/);
  await user.keyboard('9');
  const submit = screen.getByRole('button', { name: 'Decide and notify Renate' });
  await user.click(screen.getByRole('combobox', { name: 'Measure' }));
  await user.click(screen.getByRole('option', { name: 'Remove content only' }));
  expect(submit).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: 'Photo 1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Photo 2' }));
  expect(screen.getByText('The 2 photos are hidden immediately.')).toBeVisible();
  expect(screen.getByText('2 deiner Fotos (entfernt)').closest('[lang]')).toHaveAttribute('lang', 'de');
  // Nobody's photo goes without a word about what is wrong with it.
  expect(submit).toBeDisabled();
  await user.click(screen.getByRole('combobox', { name: 'Reason for removing the photos' }));
  await user.click(screen.getByRole('option', { name: 'Not the member' }));
  await user.click(screen.getByRole('checkbox', { name: 'Photo 1' }));
  expect(screen.getByText('eines deiner Fotos (entfernt)')).toBeVisible();
  expect(screen.queryByText('The profile text is hidden immediately.')).toBeNull();
  await user.click(submit);
  const goes = { photo_ids: ['two'], photo_reason: 'not-you' };
  const verdict = { measure: 'remove-content', rule: 'evasion', facts: '', ...goes };
  await waitFor(() => expect(decided).toEqual([['c', { version: 1, ...verdict }]]));
});

test('[spec 10.5] what goes with a ban for good is read by itself, before anybody signs', async () => {
  queueOf({}, { kind: 'opened' });
  const user = open('/review/c');
  await heading(/Opened by staff/);
  await user.keyboard('9');
  await user.click(screen.getByRole('combobox', { name: 'Measure' }));
  await user.click(screen.getByRole('option', { name: 'Permanent ban' }));
  expect(screen.getAllByText('Renate will read, in German:')).toHaveLength(1);
  await user.click(screen.getByRole('checkbox', { name: 'Profile text' }));
  expect(screen.getAllByText('Renate will read, in German:')).toHaveLength(2);
  const told = screen.getByText('Wir haben es entfernt').closest('blockquote');
  expect(told).toHaveTextContent('Texte in deinem Profil (entfernt)');
  expect(told).not.toHaveTextContent('dein ganzes Konto');
  expect(screen.getByText(/Only then is Renate notified of the ban/)).toBeVisible();
});

test('[spec 10.5] a photo that was reported is blurred until it is pressed, with its caption, and may go', async () => {
  const evidence = { name: 'Renate', message: sent('m', 'Do you like it?'), before: [sent('before', '')] };
  const report = { id: 'r', number: 'K7MP-4XQ2', reporter_id: 's', reason: 'sexual', words: '', photos: [], evidence };
  const pictures = { m: '/media/m', before: null };
  const decided = queueOf({}, { texts: null, reports: [report], pictures });
  const user = open('/review/m');
  await user.click(await screen.findByRole('button', { name: 'Photo sent, blurred' }));
  expect(screen.getByRole('img', { name: 'Photo sent' })).toHaveAttribute('data-veiled', 'false');
  expect(screen.getByText('Do you like it?')).toBeVisible();
  expect(screen.getByText('Photo that no longer exists')).toBeVisible();
  await user.keyboard('4');
  expect(screen.getByRole('img', { name: 'Photo 1, blurred' })).toHaveAttribute('data-veiled', 'true');
  await user.click(screen.getByRole('combobox', { name: 'Measure' }));
  await user.click(screen.getByRole('option', { name: 'Remove content only' }));
  await user.click(screen.getByRole('checkbox', { name: 'Photo 1' }));
  expect(screen.getByText('eines deiner Fotos (entfernt)')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Decide and notify Renate' }));
  const verdict = { measure: 'remove-content', rule: 'sexual', facts: '', photo_ids: ['m'] };
  await waitFor(() => expect(decided).toEqual([['m', { version: 1, ...verdict }]]));
});

test('[spec 10.9] of a fictional profile what it shows may go, and nobody is warned, told or banned', async () => {
  const proposals = { spam: 'remove-content' };
  const decided = queueOf({}, { member: { ...SEEN.member, is_fictional: true }, can_lose_name: false, proposals });
  const user = open('/review/c');
  await heading(/Opened by staff/);
  expect(screen.getByText(/^This is a fictional profile, so no one is warned or banned\./)).toBeVisible();
  await user.keyboard('6');
  await user.click(screen.getByRole('combobox', { name: 'Measure' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Remove content only']);
  await user.click(screen.getByRole('option', { name: 'Remove content only' }));
  await user.click(screen.getByRole('checkbox', { name: 'Profile text' }));
  expect(screen.queryByText(/Renate (will read|may object)/)).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Decide/ }));
  const verdict = { measure: 'remove-content', rule: 'spam', facts: '', takes_texts: true };
  await waitFor(() => expect(decided).toEqual([['c', { version: 1, ...verdict }]]));
});

test('[spec 10.9] where nothing of a fictional profile can go, no reason is asked for', async () => {
  const member = { ...SEEN.member, is_fictional: true };
  const decided = queueOf({}, { member, texts: null, can_lose_name: false });
  const user = open('/review/m');
  await heading(/Reported message/);
  expect(screen.queryByText('Or a guideline was broken:')).toBeNull();
  await user.keyboard('a');
  await waitFor(() => expect(decided).toEqual([['m', { version: 1, measure: 'none' }]]));
});

test('[spec 10.5] no key refuses anything before a reason is chosen', async () => {
  const decided = queueOf();
  const user = open('/review/b');
  await heading(/New photo/);
  await user.keyboard('r');
  expect(screen.getByRole('button', { name: 'Decide and notify Renate' })).toBeDisabled();
  expect(decided).toEqual([]);
  await user.keyboard('1');
  expect(await screen.findByText('Auf diesem Foto ist niemand zu sehen.')).toBeVisible();
  for (const line of ['eines deiner Fotos (entfernt)', 'The photo is hidden immediately.'])
    expect(screen.getByText(line)).toBeVisible();
  await user.keyboard('r');
  const verdict = { measure: 'remove-content', rule: 'photo', facts: '', photo_reason: 'no-person' };
  await waitFor(() => expect(decided).toEqual([['b', { version: 1, ...verdict }]]));
});

test('[spec 10.5] what somebody else has in hand is left to them, and the next case comes', async () => {
  queueOf({ a: 'Robin' });
  open('/review/a');
  expect(await screen.findByText('Robin has claimed this case. Here is the next one.')).toBeInTheDocument();
  expect(await heading(/New photo/)).toBeVisible();
});

test('[spec 10.5] a case that changed is looked at again before anything is decided', async () => {
  queueOf();
  server.use(
    http.post('*/ops/api/moderation.review/b/actions/decide', () =>
      HttpResponse.json({ status: 409, code: 'moderation.case-changed' }, { status: 409, ...PROBLEM }),
    ),
  );
  const user = open('/review/b');
  await heading(/New photo/);
  await user.keyboard('1');
  await user.keyboard('r');
  expect(await screen.findByText('This case has changed. Review it again.')).toBeInTheDocument();
  expect(await heading(/New photo/)).toBeVisible();
});

test('a queue that does not come says so soon, and comes when somebody asks once more', async () => {
  queueOf();
  const refusal = { status: 500, code: 'internal', detail: 'It went wrong.' };
  let asked = 0;
  let isAway = true;
  server.use(
    http.get('*/ops/api/moderation.review', ({ request }) => {
      if (!isAway) return undefined;
      if (request.url.includes('per_page=50') && request.url.includes('state=open')) asked += 1;
      return HttpResponse.json(refusal, { status: 500, ...PROBLEM });
    }),
  );
  const user = open('/review');
  expect(await screen.findByRole('alert')).toHaveTextContent('It went wrong.');
  expect(asked).toBe(2);
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /Profile text/ })).toBeVisible();
});

/** What stands in each line of a part of the page, after its time. */
const lines = (name: string) =>
  [...(screen.getByRole('heading', { name }).closest('section')?.querySelectorAll('li') ?? [])].map(({ children }) =>
    [...children].slice(1).map(({ textContent }) => textContent),
  );

test('[spec 10.6] a complaint that was handed over says why, what was said in it, and who wrote what to whom', async () => {
  const said = { kind: 'text', gift: null, sent_at: '2026-11-20T10:00:00Z' };
  const handed = {
    number: 'KLMN-2345',
    by: 'Linden',
    reason: 'She asks for money.',
    language: 'nl',
    complainant_id: 'x',
    words: [
      { is_theirs: true, body: 'Zij vraagt om geld.', at: '2026-11-21T10:00:00Z' },
      { is_theirs: false, body: 'Dank je, we kijken.', at: '2026-11-21T11:00:00Z' },
      { is_theirs: true, body: '', at: '2026-11-21T12:00:00Z' },
    ],
    said: [
      { ...said, id: 's1', by: MEMBER, body: 'Schick mir Geld.' },
      { ...said, id: 's2', by: 'x', body: 'Nein.' },
    ],
  };
  queueOf({}, { handed: [handed], marked: { s1: [{ text: 'Schick mir Geld.', is_known: true }] } });
  open('/review/a');
  const title = await screen.findByRole('heading', { name: 'Complaint KLMN-2345, handed over by Linden' });
  expect(title.closest('section')).toHaveTextContent('She asks for money.');
  expect(lines('Messages of the complaint')).toEqual([
    ['Complainant', 'Zij vraagt om geld.'],
    ['Support', 'Dank je, we kijken.'],
    ['Complainant', 'This text was erased.'],
  ]);
  expect(screen.getByText('Zij vraagt om geld.')).toHaveAttribute('lang', 'nl');
  expect(lines('Last messages between the two members')).toEqual([
    ['Renate', 'Schick mir Geld.'],
    ['Complainant', 'Nein.'],
  ]);
  expect(screen.getByText('Schick mir Geld.').tagName).toBe('MARK');
});

test('[spec 10.9] a conversation that a writer handed over says who did, when, why and how urgently, and who wrote what', async () => {
  const said = { kind: 'text', gift: null, sent_at: '2026-11-20T10:00:00Z' };
  const handed = {
    by: 'Linden',
    at: '2026-11-21T10:00:00Z',
    reason: 'She says that she is fifteen.',
    is_urgent: true,
    profile: 'Vera',
    conversation: 'c1',
    said: [
      { ...said, id: 's1', by: MEMBER, body: 'Ich bin fünfzehn.' },
      { ...said, id: 's2', by: 'vera', body: 'Bitte sprich mit jemandem.' },
    ],
  };
  queueOf({}, { fiction: [handed, { ...handed, conversation: 'c2', profile: 'Ines', is_urgent: false, said: [] }] });
  open('/review/a');
  const title = await screen.findByRole('heading', { name: 'Chat with Vera, handed over by Linden' });
  const section = title.closest('section');
  expect(section).toHaveTextContent(/Urgent She says that she is fifteen\./);
  expect(section?.querySelector('time')).toHaveAttribute('dateTime', handed.at);
  const other = screen.getByRole('heading', { name: 'Chat with Ines, handed over by Linden' });
  expect(other.closest('section')).not.toHaveTextContent('Urgent');
  expect(lines('Last messages at that time')).toEqual([
    ['Renate', 'Ich bin fünfzehn.'],
    ['Vera', 'Bitte sprich mit jemandem.'],
  ]);
  expect(screen.getByText(/Your access to this chat is recorded/)).toBeVisible();
});

test('[spec 10.6] a complaint of somebody without an account shows no conversation', async () => {
  const handed = { number: 'K', by: 'Mo', reason: 'Look.', language: 'de', complainant_id: null, words: [], said: [] };
  queueOf({}, { handed: [handed] });
  open('/review/a');
  expect(await screen.findByRole('heading', { name: 'Messages of the complaint' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Last messages between the two members' })).toBeNull();
});
