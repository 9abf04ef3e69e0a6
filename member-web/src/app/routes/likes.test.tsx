import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { aCard, aLikesPage, aProfile, aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';

type Liked = ReturnType<typeof aCard> & { like_new: boolean };
const aLike = (changes: Partial<Liked> = {}): Liked => ({ ...aCard(), like_new: false, ...changes });

/** A server with three lists of likes; returns the profiles that were opened, whose like is new no more. */
function withLikes(lists: { received?: Liked[]; sent?: Liked[]; matches?: Liked[] }) {
  const opened = new Set<string>();
  const stillNew = (one: Liked) => ({ ...one, like_new: one.like_new && !opened.has(one.id) });
  server.use(
    http.get(`${V1}/likes`, ({ request }) => {
      const type = new URL(request.url).searchParams.get('type') as keyof typeof lists;
      const totals = {
        received: lists.received?.length ?? 0,
        sent: lists.sent?.length ?? 0,
        matches: lists.matches?.length ?? 0,
      };
      return HttpResponse.json(aLikesPage(lists[type]?.map(stillNew), totals));
    }),
    http.post(`${V1}/members/:id/visit`, ({ params: { id } }) => {
      opened.add(String(id));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return opened;
}

describe('likes', () => {
  it('[spec 2.15, 3.10, 4.10] marks who is new until their profile is opened, and opening the list clears nothing', async () => {
    const samuel = aProfile({ id: 'samuel', name: 'Samuel', has_liked_me: true });
    const opened = withLikes({
      received: [
        aLike({ id: 'samuel', name: 'Samuel', like_new: true, is_online: true }),
        aLike({ id: 'piet', name: 'Piet', like_new: true }),
      ],
    });
    server.use(
      http.get(`${V1}/me`, () => HttpResponse.json(aUser({ new_likes: 2 - opened.size }))),
      http.get(`${V1}/members/samuel`, () => HttpResponse.json(samuel)),
      http.get(`${V1}/members/samuel/similar`, () => HttpResponse.json({ results: [] })),
      http.get(`${V1}/members/samuel/conversation`, () =>
        HttpResponse.json({ conversation_id: null, cost: aUser().message_cost }),
      ),
    );
    const { router, user } = await renderApp('/likes', { user: aUser({ new_likes: 2 }) });
    const markOf = async (name: RegExp) => {
      const card = (await screen.findByRole('link', { name })).closest('article') as HTMLElement;
      return within(card).queryByText('New');
    };
    const nav = within(screen.getAllByRole('navigation', { name: 'Main' })[0] as HTMLElement);
    expect(router.state.location.pathname).toBe('/likes/received');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('2 new likes');
    expect(await markOf(/Samuel/)).toBeVisible();
    expect(await markOf(/Piet/)).toBeVisible();
    expect(nav.getByRole('link', { name: /Likes 2/ })).toBeVisible();
    await user.click(screen.getByRole('link', { name: /Samuel/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/likes/m/samuel'));
    expect(await nav.findByRole('link', { name: /Likes 1/ })).toBeVisible();
    await act(() => router.navigate(-1));
    await waitFor(async () => expect(await markOf(/Samuel/)).toBeNull());
    expect(await markOf(/Piet/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('1 new like');
    expect(opened).toEqual(new Set(['samuel']));
  });

  it('[spec 2.15] has an address for each list, and says how long each is', async () => {
    withLikes({ received: [aLike()], sent: [aLike({ name: 'Piet' }), aLike()], matches: [] });
    const { user, router } = await renderApp('/likes/received', { user: aUser() });
    const kinds = within(screen.getByRole('navigation', { name: 'Kinds of likes' }));
    expect(await kinds.findByRole('link', { name: 'Received 1' })).toHaveAttribute('aria-current', 'page');
    await user.click(await kinds.findByRole('link', { name: 'Sent 2' }));
    expect(kinds.getByRole('link', { name: 'Sent 2' })).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/likes/sent'));
    expect(await screen.findByRole('link', { name: /Piet/ })).toBeVisible();
  });

  it.each([
    ['received', 'No likes yet', 'Finish my profile'],
    ['sent', 'You haven’t liked anyone yet', 'Browse members'],
    ['matches', 'No matches yet', 'See who likes me'],
  ])('[spec 2.15] leads on where %s is empty', async (type, title, way) => {
    withLikes({});
    await renderApp(`/likes/${type}`, { user: aUser() });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByRole('link', { name: way })).toBeVisible();
  });

  it('[spec 2.15] stands at once while the server takes its time, and the first pictures do not wait', async () => {
    const photo = { thumb: '/t.webp', card: '/c.webp', match: '/m.webp', is_locked: false };
    const people = Array.from({ length: 6 }, (_, index) =>
      aLike({ id: `like-${index}`, name: `Person ${index}`, photo }),
    );
    let answer: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      http.get(`${V1}/likes`, async () => {
        await slow;
        return HttpResponse.json(aLikesPage(people));
      }),
    );
    await renderApp('/likes/received', { user: aUser({ new_likes: 2 }) });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('2 new likes');
    expect(await screen.findByRole('status')).toHaveTextContent('Loading');
    answer();
    await screen.findByRole('link', { name: /Person 5/ });
    const portraits = screen.getAllByRole('img', { name: /Photo of Person/ });
    expect(portraits.map((one) => one.getAttribute('loading'))).toEqual([
      ...Array<string>(4).fill('eager'),
      ...Array<string>(2).fill('lazy'),
    ]);
  });

  it('[spec 8.1] knows no other list', async () => {
    await renderApp('/likes/nobody', { user: aUser() });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page could not be found');
  });

  it('[spec 6.3] sends a visitor to the login and back', async () => {
    const { router } = await renderApp('/likes/sent');
    expect(router.state.location.pathname + router.state.location.search).toBe('/login?next=%2Flikes%2Fsent');
  });
});
