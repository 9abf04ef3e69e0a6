import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { User } from '@/api/types';
import { keepTrafficSource } from '@/lib/traffic-source';
import { aSettings, aUser } from '@/testing/factories';
import { aProfile, aReference, theRegions } from '@/testing/profile-factory';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';

/** Somebody who has signed up, confirmed nothing, and done these steps. */
const newcomer = (...steps: User['profile']['completed_steps']): User =>
  aUser({ status: 'not_confirmed', profile: { ...aUser().profile, country: null, completed_steps: steps } });

/** A server with one profile; returns what was sent to it, in order. */
function tending(profile = aProfile()) {
  const sent: [what: string, body: unknown][] = [];
  let own = profile;
  server.use(
    http.get(`${V1}/profile`, () => HttpResponse.json(own)),
    http.get(`${V1}/reference`, () => HttpResponse.json(aReference)),
    http.get(`${V1}/regions`, () => HttpResponse.json(theRegions)),
    http.get(`${V1}/me`, () => HttpResponse.json(newcomer())),
    http.patch(`${V1}/profile`, async ({ request }) => {
      const changes = (await request.json()) as object;
      sent.push(['profile', changes]);
      own = { ...own, ...changes };
      return HttpResponse.json(own);
    }),
    http.put(`${V1}/profile/steps/:step`, ({ params }) => {
      sent.push(['step', params.step]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

/** Answers signups; returns the bodies that came. */
function admitting(answer: () => Response) {
  const bodies: unknown[] = [];
  server.use(
    http.post(`${V1}/members`, async ({ request }) => {
      bodies.push(await request.json());
      return answer();
    }),
  );
  return bodies;
}

const typeDate = (user: UserEvent, born: string) => user.keyboard(born);
const pasteDate = (user: UserEvent, born: string) => user.paste(born);

async function fillIn(user: UserEvent, born = '30041964', enter = typeDate) {
  const put = async (label: string, text: string) => {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  };
  await put('Your name', 'Ruth');
  await user.click((await screen.findAllByRole('spinbutton'))[0] as HTMLElement);
  await enter(user, born);
  await put('Email address', 'ruth@example.org');
  await put('Password', 'stubborn sourdough');
}

const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Create my profile' }));

describe('making an account', () => {
  it('[spec 3.5, 3.8] sends the account with where the visitor came from, then the first answers', async () => {
    keepTrafficSource(new URLSearchParams('network=acme&sub1=7'));
    const sent = tending();
    const bodies = admitting(() => HttpResponse.json(newcomer(), { status: 201 }));
    const { user, router } = await renderApp('/signup?gender=woman&seeking=man&ages=55-70');
    await fillIn(user);
    await send(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/signup/photo'));
    expect(bodies).toEqual([
      {
        email: 'ruth@example.org',
        name: 'Ruth',
        password: 'stubborn sourdough',
        date_of_birth: '1964-04-30',
        signup_message: '',
        traffic_source: { network: 'acme', sub1: '7' },
      },
    ]);
    expect(sent).toContainEqual(['profile', expect.objectContaining({ gender: 'woman', seeking_min_age: 55 })]);
  });

  it('[spec 5.2, 5.3] says what is missing before anything is sent, with a link to each field', async () => {
    const { user } = await renderApp('/signup', { settings: aSettings({ min_age: 21 }) });
    await send(user);
    const summary = screen.getByRole('alert');
    expect(summary).toHaveFocus();
    expect(summary).toHaveTextContent('Enter your full date of birth.');
    await user.click(screen.getByRole('link', { name: 'Enter your email address.' }));
    expect(screen.getByLabelText('Email address')).toHaveFocus();
    await user.keyboard('ruth');
    expect(screen.getByLabelText('Email address')).toHaveValue('ruth');
  });

  it.each([
    ['typed', '1/2/1980', typeDate, '1980-02-01'],
    ['pasted', '31.12.1980', pasteDate, '1980-12-31'],
  ])('[spec 5.2] sends the date of birth that was %s as %s', async (_, born, enter, sent) => {
    const bodies = admitting(() => HttpResponse.json(newcomer(), { status: 201 }));
    tending();
    const { user, router } = await renderApp('/signup');
    await fillIn(user, born, enter);
    await send(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/signup/photo'));
    expect(bodies).toEqual([expect.objectContaining({ date_of_birth: sent })]);
  });

  it.each([
    ['typed', '30021984', typeDate, 'This date doesn’t exist. Check your date of birth.'],
    ['pasted', '30.2.1984', pasteDate, 'This date doesn’t exist. Check your date of birth.'],
    ['typed', '1/2/80', typeDate, 'Enter the year with 4 digits, such as 1962.'],
  ])('[spec 5.2] sends nothing where the date of birth was %s as %s', async (_, born, enter, words) => {
    const bodies = admitting(() => HttpResponse.json(newcomer(), { status: 201 }));
    const { user } = await renderApp('/signup');
    await fillIn(user, born, enter);
    await send(user);
    await user.click(screen.getByRole('link', { name: words }));
    expect(screen.getByRole('group', { name: 'Date of birth' })).toHaveAccessibleDescription(
      expect.stringContaining(words),
    );
    expect(screen.getAllByRole('spinbutton')[0]).toHaveFocus();
    expect(bodies).toEqual([]);
  });

  it.each([
    ['de', 'Diesen Tag gibt es nicht. Prüfe dein Geburtsdatum.'],
    ['fi', 'Tällaista päivää ei ole. Tarkista syntymäaikasi.'],
    ['nl', 'Deze datum bestaat niet. Controleer je geboortedatum.'],
    ['pl', 'Taki dzień nie istnieje. Sprawdź swoją datę urodzenia.'],
  ])('[spec 1.5, 5.2] says in %s that there is no such day', async (language, words) => {
    const { user } = await renderApp('/signup', { language });
    const first = screen.getAllByRole('spinbutton')[0] as HTMLElement;
    await user.click(first);
    await user.keyboard('30021984{Enter}');
    expect(first).toHaveAccessibleDescription(words);
  });

  it('[spec 5.1] puts the server’s refusal beside the field at fault', async () => {
    const detail = 'Choose a name that isn’t your email address. Others will see it.';
    const fault = { pointer: '/name', code: 'accounts.name-is-email', detail };
    admitting(() => HttpResponse.json({ code: fault.code, detail, errors: [fault] }, { status: 422 }));
    const { user } = await renderApp('/signup');
    await fillIn(user);
    await send(user);
    expect(await screen.findByRole('link', { name: detail })).toBeVisible();
    expect(screen.getByLabelText('Your name')).toHaveAccessibleDescription(expect.stringContaining(detail));
  });
});

describe('the steps after it [spec 2.32]', () => {
  it.each([
    ['/signup', newcomer('photo', 'location'), '/signup/personal'],
    ['/signup/account', newcomer(), '/signup/photo'],
    ['/signup', newcomer('photo', 'location', 'personal', 'about', 'push'), '/signup/confirm'],
  ])('opening %s goes on where the last visit ended', async (address, user, goal) => {
    tending();
    const { router } = await renderApp(address, { user });
    expect(router.state.location.pathname).toBe(goal);
  });

  it('are for members: a visitor begins with the account', async () => {
    const { router } = await renderApp('/signup/about');
    expect(router.state.location.pathname).toBe('/signup');
  });

  it('save what was filled in and go on', async () => {
    const sent = tending();
    const { user, router } = await renderApp('/signup/location', { user: newcomer('photo') });
    await user.selectOptions(screen.getByLabelText('Country'), 'NL');
    await user.selectOptions(await screen.findByLabelText('Province'), 'Utrecht');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/signup/personal'));
    expect(sent).toEqual([
      ['profile', { country: 'NL', region: 'NL-UT', place_id: null }],
      ['step', 'location'],
    ]);
  });

  it('can be skipped without saving', async () => {
    const sent = tending();
    const { user, router } = await renderApp('/signup/about', { user: newcomer() });
    await user.type(screen.getByLabelText('Headline'), 'Hello');
    await user.click(screen.getByRole('button', { name: 'Skip for now' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/signup/push'));
    expect(sent).toEqual([['step', 'about']]);
  });

  it('can be stopped: what is filled in is saved, and the step stays open', async () => {
    const sent = tending();
    const { user, router } = await renderApp('/signup/about', { user: newcomer() });
    await user.type(screen.getByLabelText('Headline'), 'Hello');
    await user.click(screen.getByRole('button', { name: 'Save and finish later' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent).toEqual([['profile', { headline: 'Hello' }]]);
  });

  it('stay where they are when saving fails, and say why', async () => {
    tending();
    const detail = 'Please leave out phone numbers.';
    const errors = [{ pointer: '/about', code: 'x', detail }];
    server.use(http.patch(`${V1}/profile`, () => HttpResponse.json({ detail, errors }, { status: 422 })));
    const { user, router } = await renderApp('/signup/about', { user: newcomer() });
    await user.type(screen.getByLabelText('In your own words'), 'Call 06');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('link', { name: detail })).toBeVisible();
    expect(screen.getByLabelText('In your own words')).toHaveValue('Call 06');
    expect(router.state.location.pathname).toBe('/signup/about');
  });

  it('end with the e-mail, which can be sent again, and notice when it was opened', async () => {
    let confirmed = false;
    let mails = 0;
    tending();
    server.use(
      http.get(`${V1}/me`, () => HttpResponse.json(confirmed ? aUser() : newcomer())),
      http.post(`${V1}/activation/resend`, () => {
        mails += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/signup/confirm', { user: newcomer() });
    await user.click(screen.getByRole('button', { name: 'Send email again' }));
    expect(await screen.findByText('We’ve sent you a new email.')).toBeVisible();
    expect(mails).toBe(1);
    confirmed = true;
    window.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  });
});
