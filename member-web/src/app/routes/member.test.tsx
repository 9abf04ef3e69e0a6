import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { aCard, aProfile, aSettings, aUser } from '@/testing/factories';
import { loadNamespaces } from '@/i18n';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
type Profile = Schemas['MemberProfileOut'];

const cost = { credits: 3, money: { minor: 42, currency: 'EUR' } };

/** A server that knows one person; returns the visits and blocks that came. */
function knowing(profile: Profile, similar: Schemas['CardOut'][] = []) {
  const acts: string[] = [];
  const isVisit = (request: Request) => new URL(request.url).searchParams.get('visit') === 'true';
  const note = (what: string) => () => {
    acts.push(what);
    return new HttpResponse(null, { status: 204 });
  };
  server.use(
    http.get(`${V1}/members/${profile.id}`, ({ request }) => {
      if (isVisit(request)) acts.push('visit');
      return HttpResponse.json(profile);
    }),
    http.get(`${V1}/members/${profile.id}/similar`, () => HttpResponse.json({ results: similar })),
    http.get(`${V1}/members/${profile.id}/conversation`, () => HttpResponse.json({ conversation_id: null, cost })),
    http.post(`${V1}/members/${profile.id}/visit`, note('like seen')),
    http.post(`${V1}/members/${profile.id}/block`, note('block')),
  );
  return acts;
}

const photo = (number: number, isLocked = false) => ({
  id: `photo-${number}`,
  is_main: number === 1,
  is_locked: isLocked,
  thumb: `/thumb-${number}.webp`,
  card: `/card-${number}.webp`,
  match: `/match-${number}.webp`,
  full: `/full-${number}.webp`,
});

const open = (profile: Profile) => renderApp(`/members/${profile.id}`, { user: aUser() });

describe('profile', () => {
  it('[spec 2.3, 2.37] shows somebody, offers like, message with its price and block, and tells of the visit', async () => {
    const henk = aProfile({ name: 'Henk', age: 65, headline: 'Decent pea soup.', last_active: 'online' });
    const acts = knowing(henk);
    await open(henk);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/Henk,\s65/);
    expect(screen.getByText('Online now')).toBeVisible();
    expect(screen.getByText('Zwolle, Netherlands')).toBeVisible();
    expect(screen.getByText('“Decent pea soup.”')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Like Henk' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Message Henk 3 credits · €0.42' })).toHaveAttribute(
      'href',
      `/members/${henk.id}/chat`,
    );
    expect(acts).toEqual(['visit']);
  });

  it('[spec 3.6] shows the facts with notes and the interests, shared ones first', async () => {
    const henk = aProfile({
      facts: [{ field: 'eye_color', value_key: 'blue', value_name: 'Blue', note: 'In daylight.' }],
      interests: [
        { key: 'tea', name: 'Tea', shared: false },
        { key: 'biking', name: 'Biking', shared: true },
      ],
    });
    knowing(henk);
    await open(henk);
    expect(screen.getByText('Eyes').nextElementSibling).toHaveTextContent('Blue In daylight.');
    expect(screen.getByText('1 in common')).toBeVisible();
    expect(screen.getByText('Biking').compareDocumentPosition(screen.getByText('Tea'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it('says wherever it shows that a profile is fictional, and never where it lives', async () => {
    const bengt = aProfile({
      kind: 'fictional',
      fictional_label: 'Fictional profile',
      fictional_warning: 'You cannot meet Bengt.',
      last_active: 'online',
      photos: [photo(1)],
    });
    knowing(bengt);
    const { user } = await open(bengt);
    expect(screen.getByText('Fictional profile')).toBeVisible();
    const meaning = screen.getByRole('link', { name: 'What does “Fictional profile” mean?' });
    expect(meaning).toHaveAttribute('href', '/pages/faq#fictional');
    expect(screen.getByText(/You cannot meet Bengt/)).toBeVisible();
    expect(screen.getByText('No location: this is not a real person')).toBeVisible();
    expect(screen.queryByText('Online now')).not.toBeInTheDocument();
    expect(screen.queryByText(/Zwolle/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Enlarge/ }));
    expect(within(await screen.findByRole('dialog')).getByText('Fictional profile')).toBeVisible();
  });

  it('[spec 6.4] says how blurred photos open, also in the viewer, which arrow keys turn', async () => {
    const henk = aProfile({ name: 'Henk', photos: [photo(1), photo(2, true)], locked_count: 1 });
    knowing(henk);
    const { user } = await open(henk);
    expect(screen.getByRole('link', { name: 'Unlock 1 photo with any bundle' })).toHaveAttribute('href', '/premium');
    await user.click(screen.getByRole('button', { name: 'Enlarge photo of Henk, 1 of 2' }));
    const viewer = within(await screen.findByRole('dialog', { name: 'Henk’s photos' }));
    expect(viewer.getByRole('img', { name: 'Photo of Henk, 1 of 2' })).toHaveAttribute('src', '/full-1.webp');
    expect(viewer.queryByRole('link')).not.toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    expect(viewer.getByRole('img', { name: 'Blurred photo of Henk, 2 of 2' })).toBeVisible();
    expect(viewer.getByRole('link', { name: 'Unlock with any bundle' })).toHaveAttribute('href', '/premium');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('[spec 2.37] asks before it blocks; then it leads back to the search', async () => {
    const henk = aProfile({ name: 'Henk' });
    const acts = knowing(henk);
    const { user, router } = await open(henk);
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Block Henk' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Block Henk?' }));
    expect(acts).not.toContain('block');
    server.use(http.get(`${V1}/search`, () => new HttpResponse(null, { status: 500 })));
    server.use(http.get(`${V1}/search/facets`, () => new HttpResponse(null, { status: 500 })));
    server.use(http.get(`${V1}/reference`, () => new HttpResponse(null, { status: 500 })));
    await user.click(dialog.getByRole('button', { name: 'Block Henk' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/members'));
    expect(acts).toContain('block');
    expect(await screen.findByText('Henk is blocked.')).toBeVisible();
  });

  it('[spec 2.37] whoever is blocked is gone from the list of visitors at once', async () => {
    const henk = aProfile({ name: 'Henk' });
    const acts = knowing(henk);
    const visitor = { ...aCard({ id: henk.id, name: 'Henk' }), visited_at: '2026-11-20T10:00:00Z' };
    const visitors = () => (acts.includes('block') ? [] : [visitor]);
    server.use(
      http.get(`${V1}/visitors`, () =>
        HttpResponse.json({ profiles: visitors(), total: visitors().length, page: 1, pages: 1 }),
      ),
    );
    const { user, router } = await renderApp('/visitors', { user: aUser() });
    await user.click(await screen.findByRole('link', { name: /Henk/ }));
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Block Henk' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Block Henk?' }));
    await user.click(dialog.getByRole('button', { name: 'Block Henk' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/members'));
    await act(() => router.navigate('/visitors'));
    await screen.findByRole('heading', { level: 1, name: 'Who viewed your profile' });
    expect(screen.queryByRole('link', { name: /Henk/ })).toBeNull();
    expect(await screen.findByText('No one has viewed your profile yet')).toBeVisible();
  });

  it('[spec 8.1] is the page for what is missing when nobody is there, alike for a block', async () => {
    server.use(http.get(`${V1}/members/gone`, () => HttpResponse.json({ code: 'not-found' }, { status: 404 })));
    await renderApp('/members/gone', { user: aUser() });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page could not be found');
  });

  it('shows a member their own profile as others see it, without acting on themselves', async () => {
    const user = aUser();
    const acts = knowing(aProfile({ id: user.id, name: 'Ruth' }));
    await renderApp(`/members/${user.id}`, { user });
    expect(screen.getByRole('link', { name: 'Edit my profile' })).toHaveAttribute('href', '/profile');
    expect(screen.queryByRole('button', { name: 'Like Ruth' })).not.toBeInTheDocument();
    expect(acts).not.toContain('visit');
  });

  it('shows people like this one', async () => {
    const henk = aProfile({ name: 'Henk' });
    knowing(henk, [aCard({ name: 'Piet' })]);
    await open(henk);
    expect(await screen.findByRole('heading', { name: 'People similar to Henk' })).toBeVisible();
    expect(screen.getByRole('link', { name: /Piet/ })).toBeVisible();
  });
});

describe('reporting', () => {
  it('[spec 10.5] asks why, blocks in the same step, and says what comes next', async () => {
    const henk = aProfile({ name: 'Henk', photos: [photo(1)] });
    knowing(henk);
    const sent: unknown[] = [];
    server.use(
      http.post(`${V1}/reports`, async ({ request }) => {
        sent.push(await request.json());
        const report = { number: 'K7MP-4XQ2', due_at: '2026-11-23T12:00:00Z' };
        return HttpResponse.json(report, { status: 201 });
      }),
    );
    const { user, router } = await open(henk);
    await user.click(screen.getByRole('button', { name: 'Report Henk' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report Henk' }));
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    expect(await dialog.findByText('Choose a reason.')).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: /Asks for money/ }));
    expect(dialog.getByRole('checkbox', { name: /Also block Henk/ })).not.toBeChecked();
    await user.click(dialog.getByRole('checkbox', { name: /Also block Henk/ }));
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    const thanks = within(await screen.findByRole('dialog', { name: 'Thank you for telling us' }));
    expect(thanks.getByText(/K7MP-4XQ2/)).toBeVisible();
    expect(sent).toEqual([{ kind: 'profile', member_id: henk.id, reason: 'money', words: '', block: true }]);
    server.use(http.get(`${V1}/search`, () => new HttpResponse(null, { status: 500 })));
    server.use(http.get(`${V1}/search/facets`, () => new HttpResponse(null, { status: 500 })));
    server.use(http.get(`${V1}/reference`, () => new HttpResponse(null, { status: 500 })));
    const [, close] = thanks.getAllByRole('button', { name: 'Close' });
    if (close) await user.click(close);
    await waitFor(() => expect(router.state.location.pathname).toBe('/members'));
  });
});

describe('icebreakers', () => {
  it('[spec 2.38] a first sentence waits in the chat, below what was written, and is not sent', async () => {
    const henk = aProfile({ name: 'Henk' });
    const member = aUser();
    knowing(henk);
    const key = `hearth-draft-${member.id}-${henk.id}`;
    localStorage.setItem(key, 'Hello Henk');
    server.use(http.get(`${V1}/icebreakers`, () => HttpResponse.json({ texts: ['Tea or coffee?'] })));
    server.use(http.get(`${V1}/conversations`, () => new HttpResponse(null, { status: 500 })));
    const { user, router } = await renderApp(`/members/${henk.id}`, { user: member });
    await user.click(await screen.findByRole('button', { name: 'Need an icebreaker?' }));
    const modal = within(await screen.findByRole('dialog', { name: 'An icebreaker for Henk' }));
    await user.click(await modal.findByRole('button', { name: 'Tea or coffee?' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/members/${henk.id}/chat`));
    expect(localStorage.getItem(key)).toBe('Hello Henk\nTea or coffee?');
    localStorage.clear();
  });

  it('are offered to nobody who writes with them already, nor for a fictional profile', async () => {
    const bengt = aProfile({ kind: 'fictional', fictional_label: 'Fictional profile', name: 'Bengt' });
    knowing(bengt);
    await open(bengt);
    await screen.findByRole('link', { name: 'Message Bengt 3 credits · €0.42' });
    expect(screen.queryByRole('button', { name: 'Need an icebreaker?' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Like Bengt' })).not.toBeInTheDocument();
  });
});

describe('a visitor', () => {
  it.each([
    ['Like Henk', 'Sign up to like Henk'],
    ['Message Henk', 'Sign up to message Henk'],
    ['Send a gift to Henk', 'Sign up to send a gift to Henk'],
    ['Sign up to see 1 more photo', 'Sign up to see more of Henk'],
  ])('[spec 6.3, 2.43] is asked to join at “%s”; the login leads back here', async (button, title) => {
    const henk = aProfile({ name: 'Henk', photos: [photo(1), photo(2, true)], locked_count: 1 });
    knowing(henk);
    const { user } = await renderApp(`/members/${henk.id}`, { settings: aSettings({ logged_out_search: true }) });
    await loadNamespaces(['signup']);
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', `/login?next=%2Fmembers%2F${henk.id}`);
    await user.click(main.getByRole('button', { name: button }));
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(main.getByRole('link', { name: /Report this profile/ })).toHaveAttribute('href', '/complaints');
  });

  it('[spec 6.1] sees nobody where the site keeps its members to itself', async () => {
    await renderApp('/members/somebody', {
      settings: aSettings({ logged_out_search: false, logged_out_search_trafficsource: false }),
    });
    expect(screen.getByRole('heading', { level: 2, name: 'Sign up to see members' })).toBeVisible();
  });
});

describe('somebody who likes the member', () => {
  it('[spec 2.4, 4.10] is shown below /likes too; the visit takes the new mark off and the badge follows', async () => {
    const samuel = aProfile({ name: 'Samuel', has_liked_me: true });
    const acts = knowing(samuel);
    server.use(http.get(`${V1}/me`, () => HttpResponse.json(aUser({ new_likes: 0 }))));
    await renderApp(`/likes/m/${samuel.id}`, { user: aUser({ new_likes: 1 }) });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Samuel');
    await waitFor(() => expect(screen.queryByText('1', { exact: false, selector: 'nav [data-tone=new]' })).toBeNull());
    expect(acts).toContain('like seen');
  });
});
