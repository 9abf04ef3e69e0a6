import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { localStore } from '@/lib/safe-storage';
import { aCard, aLikesPage, aSettings, aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
type DeckCard = Schemas['DeckCardOut'];

const aDeckCard = (changes: Partial<DeckCard> = {}): DeckCard => ({
  ...aCard(),
  headline: 'Tea first',
  about: 'I repair old clocks.',
  interests: [{ key: 'jazz', name: 'jazz', shared: true }],
  ...changes,
});
const quota = (left: number) => ({ likes_left: left, likes_a_day: 4, renews_at: '2026-11-20T23:00:00Z' });

/** A server with a deck; returns what was swiped and taken back. */
function withDeck(cards: DeckCard[], left = 4, answer?: () => Response) {
  const calls: string[] = [];
  let likes = left;
  server.use(
    http.get(`${V1}/deck`, () => HttpResponse.json({ cards, ...quota(likes) })),
    http.get(`${V1}/likes`, () => HttpResponse.json(aLikesPage())),
    http.post<{ id: string }, { kind: string }>(`${V1}/members/:id/swipe`, async ({ params, request }) => {
      const { kind } = await request.json();
      calls.push(`${kind} ${cards.find(({ id }) => id === params.id)?.name}`);
      if (answer) return answer();
      if (kind === 'like') likes -= 1;
      return HttpResponse.json({ ...quota(likes), matched: false, profile: null });
    }),
    http.delete<{ id: string }>(`${V1}/members/:id/swipe`, ({ params }) => {
      calls.push(`undo ${cards.find(({ id }) => id === params.id)?.name}`);
      return HttpResponse.json(quota(likes));
    }),
  );
  return calls;
}

const open = () => renderApp('/swipe-game', { user: aUser() });
const top = () => within(screen.getByRole('article'));
const button = (name: string) => screen.findByRole('button', { name });

describe('the swipe game', () => {
  it('[spec 2.24] shows one person at a time, with what they say', async () => {
    withDeck([aDeckCard({ name: 'Samuel', age: 58, city: 'Rotterdam' }), aDeckCard({ name: 'Henk' })]);
    const { user } = await open();
    expect(await screen.findByRole('link', { name: /Samuel/ })).toHaveAttribute(
      'href',
      expect.stringMatching('/members/'),
    );
    expect(screen.queryByRole('link', { name: /Henk/ })).toBeNull();
    expect(top().getByText('Rotterdam · you both like jazz')).toBeVisible();
    await user.click(top().getByRole('button', { name: 'More about Samuel' }));
    expect(top().getByText('I repair old clocks.')).toBeVisible();
    expect(top().getByRole('link', { name: 'See full profile' })).toBeVisible();
  });

  it('[spec 2.24, 9.2] likes, passes and takes back by buttons, and says so', async () => {
    const calls = withDeck([aDeckCard({ name: 'Samuel' }), aDeckCard({ name: 'Henk' }), aDeckCard({ name: 'Theo' })]);
    const { user } = await open();
    expect(await screen.findByText('4 likes left today')).toBeVisible();
    await user.click(await button('Like'));
    expect(await screen.findByText('3 likes left today')).toBeVisible();
    await waitFor(() =>
      expect(document.getElementById('announcer')).toHaveTextContent(
        'You liked Samuel. 3 likes left today. Next: Henk, 65.',
      ),
    );
    await user.click(await button('Pass'));
    expect(await screen.findByRole('link', { name: /Theo/ })).toBeVisible();
    await user.click(await button('Undo'));
    expect(await screen.findByRole('link', { name: /Henk/ })).toBeVisible();
    await waitFor(() => expect(calls).toEqual(['like Samuel', 'pass Henk', 'undo Henk']));
    expect(await button('Undo')).toBeDisabled();
  });

  it('[spec 2.24] is played with the keyboard alone', async () => {
    const calls = withDeck([aDeckCard({ name: 'Samuel' }), aDeckCard({ name: 'Henk' }), aDeckCard({ name: 'Theo' })]);
    const { user } = await open();
    await screen.findByRole('link', { name: /Samuel/ });
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(screen.getByRole('link', { name: /Henk/ })).toHaveFocus());
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(screen.getByRole('link', { name: /Theo/ })).toHaveFocus());
    await user.keyboard('z');
    await waitFor(() => expect(screen.getByRole('link', { name: /Henk/ })).toHaveFocus());
    await waitFor(() => expect(calls).toEqual(['pass Samuel', 'like Henk', 'undo Henk']));
  });

  it('keeps the card when its swipe did not arrive', async () => {
    const refuse = () => HttpResponse.json({ code: 'internal', detail: 'Please try again later.' }, { status: 500 });
    withDeck([aDeckCard({ name: 'Samuel' }), aDeckCard({ name: 'Henk' })], 4, refuse);
    const { user } = await open();
    await user.click(await button('Like'));
    expect(await screen.findByText(/We couldn’t save your choice/)).toBeVisible();
    expect(await screen.findByRole('link', { name: /Samuel/ })).toBeVisible();
    expect(await screen.findByText('4 likes left today')).toBeVisible();
  });

  it('[spec 9.2] says until when there are no likes, and goes on with passes', async () => {
    const calls = withDeck([aDeckCard({ name: 'Samuel' }), aDeckCard({ name: 'Henk' })], 1);
    const { user } = await open();
    await user.click(await button('Like'));
    expect(await screen.findByRole('heading', { name: 'You’re out of likes for today' })).toBeVisible();
    expect(screen.getByText(/You have 4 a day.*You’ll get more at/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to search' })).toHaveAttribute('href', '/members');
    await user.click(await button('Continue without likes'));
    expect(await button('Like')).toBeDisabled();
    await user.keyboard('{ArrowRight}');
    await user.click(await button('Pass'));
    await waitFor(() => expect(calls).toEqual(['like Samuel', 'pass Henk']));
  });

  it('[spec 2.24] leads on when everybody was seen', async () => {
    withDeck([]);
    await open();
    expect(await screen.findByRole('heading', { name: 'You’ve seen everyone who matches' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Change my preferences' })).toHaveAttribute('href', '/profile');
  });

  it('says when no cards came, and tries again', async () => {
    server.use(http.get(`${V1}/deck`, () => HttpResponse.json({ code: 'internal' }, { status: 500 })));
    const { user } = await open();
    expect(await screen.findByText('We couldn’t load any profiles.')).toBeVisible();
    withDeck([aDeckCard({ name: 'Samuel' })]);
    await user.click(await button('Try again'));
    expect(await screen.findByRole('link', { name: /Samuel/ })).toBeVisible();
  });

  it('[spec 2.39] opens "New like!" for somebody who likes back', async () => {
    const samuel = aDeckCard({
      name: 'Samuel',
      photo: { thumb: 't', card: 'c', match: 'match.webp', is_locked: false },
    });
    const answer = () => HttpResponse.json({ ...quota(3), matched: true, profile: { ...samuel, liked: true } });
    withDeck([samuel, aDeckCard()], 4, answer);
    const { user } = await open();
    await user.click(await button('Like'));
    const overlay = within(await screen.findByRole('dialog', { name: 'New like!' }));
    expect(overlay.getByRole('img', { name: 'See Samuel’s profile' })).toHaveAttribute('src', 'match.webp');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows fiction as fiction', async () => {
    withDeck([aDeckCard({ name: 'Vera', kind: 'fictional', fictional_label: 'Fictional profile' })]);
    const { user } = await open();
    await screen.findByRole('link', { name: /Vera/ });
    expect(top().getByText('Fictional profile')).toBeVisible();
    expect(top().getByText('Written by our team')).toBeVisible();
    await user.click(top().getByRole('button', { name: 'More about Vera' }));
    expect(top().getByText(/This profile is written by our team/)).toBeVisible();
  });

  it('[spec 6.3] sends a visitor to the login and back', async () => {
    const { router } = await renderApp('/swipe-game');
    expect(router.state.location.search).toBe('?next=%2Fswipe-game');
  });
});

describe('the swiping landing page', () => {
  afterEach(() => localStore.removeItem('hearth-kept-likes'));
  const people = [aCard({ name: 'Samuel' }), aCard({ name: 'Henk' })];
  beforeEach(() => server.use(http.get(`${V1}/landers/tinderswipe`, () => HttpResponse.json({ text: null }))));
  const withPeople = () => server.use(http.get(`${V1}/search`, () => HttpResponse.json({ results: people })));

  it('[spec 2.28] shows members where the site allows it, and keeps who was liked', async () => {
    withPeople();
    const { user } = await renderApp('/landers/tinderswipe');
    await screen.findByRole('heading', { name: /Samuel/ });
    await user.click(await button('Like'));
    await user.click(await button('Pass'));
    expect(await screen.findByRole('heading', { name: 'Sign up to see more' })).toBeVisible();
    expect(screen.getByText(/We’ll keep your like/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign up free' })).toHaveAttribute('href', '/signup');
    expect(localStore.getItem('hearth-kept-likes')).toContain(people[0]?.id);
  });

  it('[spec 2.28] shows drawings that say so where members are for members only', async () => {
    const settings = aSettings({ logged_out_search: false, logged_out_search_trafficsource: false });
    await renderApp('/landers/tinderswipe', { settings });
    expect(await screen.findByRole('heading', { name: 'Example 1' })).toBeVisible();
    expect(top().getByText('Drawing')).toBeVisible();
    expect(top().getByText(/A drawing, not a real person/)).toBeVisible();
  });

  it('[spec 2.28] says what the site chose for an address', async () => {
    const text = { headline: 'Spring is here', lead: 'Browse members.', button: 'Sign up' };
    server.use(
      http.get(`${V1}/search`, () => HttpResponse.json({ results: [aCard({ name: 'Samuel' })] })),
      http.get(`${V1}/landers/tinderswipe`, ({ request }) =>
        HttpResponse.json({ text: new URL(request.url).searchParams.get('slug') === 'spring' ? text : null }),
      ),
    );
    const { user } = await renderApp('/landers/tinderswipe/spring');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Spring is here');
    expect(screen.getByText('Browse members.')).toBeVisible();
    await screen.findByRole('heading', { name: /Samuel/ });
    await user.click(await button('Pass'));
    expect(await screen.findByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
  });

  it('[spec 2.28] gives the kept likes for real after the signup', async () => {
    const liked: string[] = [];
    server.use(
      http.post<{ id: string }>(`${V1}/members/:id/like`, ({ params }) => {
        liked.push(params.id);
        return HttpResponse.json({ matched: false, profile: null });
      }),
      http.get(`${V1}/deck`, () => HttpResponse.json({ cards: [], ...quota(4) })),
    );
    localStore.setItem('hearth-kept-likes', JSON.stringify({ ids: ['one', 'two'], at: '2026-11-01T09:00:00Z' }));
    await renderApp('/swipe-game', { user: aUser({ signup_date: '2026-11-01T10:00:00Z' }) });
    expect(await screen.findByText('Your 2 likes have been sent.')).toBeVisible();
    expect([...liked].sort()).toEqual(['one', 'two']);
    expect(localStore.getItem('hearth-kept-likes')).toBeNull();
  });

  it('[spec 2.28] is the game for a member', async () => {
    withDeck([]);
    const { router } = await renderApp('/landers/tinderswipe', { user: aUser() });
    expect(router.state.location.pathname).toBe('/swipe-game');
  });
});
