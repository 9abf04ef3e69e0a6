import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { aCard, aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
type Answers = Schemas['FinderAnswersOut'];
type Found = Schemas['FittingPersonOut'];

const answers = (changes: Partial<Answers> = {}): Answers => ({
  seeking_genders: ['man'],
  seeking_min_age: 55,
  seeking_max_age: 70,
  interests: ['tea'],
  radius_km: null,
  aim: null,
  ways: [],
  matters: [],
  has_town: true,
  open: ['aim', 'ways'],
  ...changes,
});

/** A server with answers and people; returns what was answered. */
function finding(known: Answers, people: Found[] = []) {
  const sent: unknown[] = [];
  let now = known;
  server.use(
    http.get(`${V1}/reference`, () =>
      HttpResponse.json({
        countries: [],
        choices: {},
        interests: [
          { key: 'tea', name: 'Tea', intimate: false },
          { key: 'hiking', name: 'Hiking', intimate: false },
          { key: 'sex', name: 'Sex', intimate: true },
        ],
      }),
    ),
    http.get(`${V1}/me`, () => HttpResponse.json(aUser())),
    http.get(`${V1}/match-finder`, () => HttpResponse.json(now)),
    http.patch(`${V1}/match-finder`, async ({ request }) => {
      const body = (await request.json()) as Schemas['FinderAnswerIn'];
      sent.push(body);
      const { question, ...values } = body;
      now = { ...now, ...(values as Partial<Answers>), open: now.open.filter((one) => one !== question) };
      return HttpResponse.json(now);
    }),
    http.get(`${V1}/match-finder/people`, () =>
      HttpResponse.json({
        results: people,
        total: people.length,
        page: 1,
        pages: people.length ? 1 : 0,
        is_wider: false,
      }),
    ),
  );
  return sent;
}

const henk: Found = {
  person: aCard({ name: 'Henk' }),
  score: 8,
  reasons: [
    { key: 'same-town', count: 1, values: ['Zwolle'] },
    { key: 'shared-interests', count: 2, values: ['hiking', 'tea'] },
    { key: 'same-aim', count: 1, values: ['lasting'] },
    { key: 'both-wishes', count: 1, values: [] },
  ],
};

describe('the match finder [spec 2.17]', () => {
  it('asks what is open, a question a screen, and then shows people with their reasons', async () => {
    const sent = finding(answers(), [henk]);
    const { user, router } = await renderApp('/match-finder', { user: aUser() });
    expect(screen.getByText('We won’t ask what’s already in your profile.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Start' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/match-finder/aim'));
    await user.click(await screen.findByRole('radio', { name: /A lasting relationship/ }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { level: 1, name: /day off/ })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/match-finder/people'));
    expect(sent).toEqual([{ question: 'aim', aim: 'lasting' }, { question: 'ways' }]);
    const reasons = within(await screen.findByRole('list', { name: 'Why you and Henk match' }));
    expect(reasons.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      'Lives in Zwolle, like you',
      '2 shared interests: Hiking and Tea',
      'You’re both looking for a lasting relationship',
      'You fit each other’s preferences',
    ]);
  });

  it('begins with the people where nothing is open, and every answer can be changed', async () => {
    const sent = finding(answers({ open: [], aim: 'friends' }), [henk]);
    const { user, router } = await renderApp('/match-finder', { user: aUser() });
    expect(screen.getByRole('heading', { level: 1, name: 'People who match you' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Change: Looking for' }));
    expect(await screen.findByRole('radio', { name: /Friendship/ })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: /Companionship/ }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/match-finder/people'));
    expect(sent).toEqual([{ question: 'aim', aim: 'company' }]);
  });

  it('goes back a question, and before the first to the beginning', async () => {
    finding(answers());
    await renderApp('/match-finder/ages', { user: aUser() });
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/match-finder/who');
  });

  it('lets two things matter most and no more', async () => {
    finding(answers({ open: ['matters'] }));
    const { user } = await renderApp('/match-finder/matters', { user: aUser() });
    const boxes = screen.getAllByRole('checkbox');
    await user.click(boxes[0] as HTMLElement);
    await user.click(boxes[1] as HTMLElement);
    expect(boxes.map((box) => (box as HTMLInputElement).disabled)).toEqual([false, false, true, true]);
  });

  it('offers everyday interests only', async () => {
    finding(answers({ open: ['interests'] }));
    await renderApp('/match-finder/interests', { user: aUser() });
    expect(await screen.findByRole('button', { name: 'Hiking' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sex' })).toBeNull();
  });

  it('says what went wrong, and keeps what was chosen', async () => {
    finding(answers());
    server.use(
      http.patch(`${V1}/match-finder`, () =>
        HttpResponse.json({ code: 'x', detail: 'Please try later.' }, { status: 422 }),
      ),
    );
    const { user } = await renderApp('/match-finder/aim', { user: aUser() });
    await user.click(screen.getByRole('radio', { name: /Friendship/ }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Please try later.', { exact: false })).toBeVisible();
    expect(screen.getByRole('radio', { name: /Friendship/ })).toBeChecked();
  });

  it('says plainly when nobody fits', async () => {
    finding(answers({ open: [] }));
    await renderApp('/match-finder', { user: aUser() });
    expect(await screen.findByRole('heading', { name: /No one matches you right now/ })).toBeVisible();
  });

  it('is for members', async () => {
    const { router } = await renderApp('/match-finder');
    expect(router.state.location.pathname).toBe('/login');
  });
});

describe('right after the signup [spec 2.23, 2.11]', () => {
  const newcomer = (...done: string[]) => {
    const user = aUser({ status: 'not_confirmed' });
    return { ...user, profile: { ...user.profile, completed_steps: done as 'photo'[] } };
  };

  it('shows who fits, and leads on to the open step', async () => {
    finding(answers(), [henk]);
    await renderApp('/signup-matches', { user: newcomer('photo') });
    expect(await screen.findByRole('link', { name: /Henk/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Finish my profile' })).toHaveAttribute('href', '/signup/location');
  });

  it('leads back to whom somebody came for', async () => {
    finding(answers());
    await renderApp('/signup-matches?for=abc', { user: newcomer() });
    expect(screen.getByRole('link', { name: 'Back to that profile' })).toHaveAttribute('href', '/members/abc');
    expect(await screen.findByRole('heading', { name: 'No one to show yet' })).toBeVisible();
  });

  it.each([
    [newcomer('photo', 'location'), '/signup/personal'],
    [newcomer('photo', 'location', 'personal', 'about', 'push'), '/signup/confirm'],
    [{ ...newcomer('photo', 'location', 'personal', 'about', 'push'), status: 'active' }, '/'],
  ])('/complete-signup comes back to the first open step', async (user, goal) => {
    server.use(http.get(`${V1}/profile`, () => new HttpResponse(null, { status: 404 })));
    const { router } = await renderApp('/complete-signup', { user });
    expect(router.state.location.pathname).toBe(goal);
  });
});
