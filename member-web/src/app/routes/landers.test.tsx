import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { aSettings, aUser } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const usual = () =>
  server.use(
    http.get(`${V1}/landers/*`, () => HttpResponse.json({ text: null })),
    http.get(`${V1}/reference`, () =>
      HttpResponse.json({ countries: [], choices: {}, interests: [{ key: 'tea', name: 'Tea' }], region_words: {} }),
    ),
    http.get(`${V1}/neighbourhood`, () =>
      HttpResponse.json({
        country: 'NL',
        regions: [
          { code: 'NL-UT', name: 'Utrecht', town: 'Utrecht', lat: 52.1, lng: 5.1, members: 40 },
          { code: 'NL-ZE', name: 'Zeeland', town: 'Middelburg', lat: 51.5, lng: 3.6, members: null },
        ],
      }),
    ),
  );

describe('landing pages [spec 2.29]', () => {
  it.each([
    ['alonetonight', 'A free evening? Meet someone new'],
    ['collagelanding', 'Every face has a story'],
    ['gallery', 'Dating at your own pace'],
    ['iconslanding', 'What do you like to talk about?'],
    ['maplanding', 'Who’s just around the corner?'],
    ['socialnetwork', 'It starts with one thing you share'],
    ['transitionsvideolanding', 'From a first hello to a walk by the river'],
    ['video', 'One message can change an evening'],
  ])('%s tells its own story and leads to the signup', async (lander, headline) => {
    usual();
    const { user, router } = await renderApp(`/landers/${lander}`);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(headline);
    await user.selectOptions(screen.getByLabelText('I am'), 'woman');
    await user.selectOptions(screen.getByLabelText('I’d like to meet'), 'anyone');
    await user.click(
      within(screen.getByRole('main')).getByRole('button', { name: /Create|Sign up|Continue|See|Start|Write/ }),
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/signup'));
    expect(router.state.location.search).toContain('gender=woman&seeking=anyone');
  });

  it('says what the site chose for an address', async () => {
    usual();
    server.use(
      http.get(`${V1}/landers/video`, ({ request }) => {
        const query = new URL(request.url).searchParams;
        const isSpring = query.get('slug') === 'spring' && query.get('language') === 'en';
        return HttpResponse.json({ text: isSpring ? { headline: 'Spring', lead: 'It is here.', button: 'Go' } : null });
      }),
    );
    await renderApp('/landers/video/spring');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Spring');
    expect(screen.getByRole('button', { name: 'Go' })).toBeVisible();
  });

  it.each(['landing2', 'landing3'])('[spec 2.7] says it on the page of a member too, at %s', async (page) => {
    server.use(
      http.get(`${V1}/members/*/introduction`, () => HttpResponse.json({}, { status: 404 })),
      http.get(`${V1}/landers/${page}`, ({ request }) => {
        const isMay = new URL(request.url).searchParams.get('slug') === 'may';
        return HttpResponse.json({ text: isMay ? { headline: 'In May', lead: 'It is here.', button: 'Go' } : null });
      }),
    );
    await renderApp(`/members/0b8f2f2a-0000-4000-8000-000000000001/${page}/may`);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('In May');
    expect(screen.getByText('It is here.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Go' })).toBeVisible();
  });

  it('has its usual words when the server does not answer', async () => {
    usual();
    server.use(http.get(`${V1}/landers/gallery`, () => HttpResponse.json({}, { status: 500 })));
    await renderApp('/landers/gallery');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Dating at your own pace');
  });

  it('takes what was picked along to the signup', async () => {
    usual();
    const { user, router } = await renderApp('/landers/iconslanding');
    await user.click(screen.getByRole('button', { name: 'Tea' }));
    expect(screen.getByRole('status')).toHaveTextContent('1 thing picked');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('interests')).toBe('tea'));
  });

  it('tells of members as the server counts them, and of no number below ten', async () => {
    usual();
    const { user } = await renderApp('/landers/maplanding');
    const region = await screen.findByLabelText('Your region');
    await user.selectOptions(region, 'Utrecht');
    expect(screen.getByText('At least 40 members in Utrecht')).toBeVisible();
    await user.selectOptions(region, 'Zeeland');
    expect(screen.getByText('Fewer than 10 members in Zeeland so far')).toBeVisible();
  });

  it('goes through its scenes by hand, and plays only when asked to', async () => {
    usual();
    const { user } = await renderApp('/landers/video');
    expect(screen.getByText('Someone sits down one evening and writes.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText('The message crosses the street.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Play' }));
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByText('2 of 5')).toBeVisible();
  });

  it('sends a member on to the members', async () => {
    usual();
    server.use(http.get(`${V1}/search`, () => HttpResponse.json({}, { status: 500 })));
    const { router } = await renderApp('/landers/video', { user: aUser() });
    expect(router.state.location.pathname).toBe('/members');
  });
});

describe('the warning before coming in', () => {
  const settings = aSettings({ enable_site_entry_popup: true });

  it('[spec 2.51, 2.42] asks once, and remembers the answer', async () => {
    usual();
    const { user } = await renderApp('/landers/video', { settings });
    const dialog = await screen.findByRole('dialog', { name: 'Before you enter' });
    expect(dialog).toHaveTextContent('You must be 18 or older.');
    expect(dialog).toHaveTextContent('Fictional profile');
    expect(dialog).toHaveTextContent('From €0.70 each.');
    await user.keyboard('{Escape}');
    expect(dialog).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'I am 18 or older: enter' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(window.localStorage.getItem('hearth-entry-warning')).toMatch(/^\d{10}$/);
  });

  it('[spec 2.51] is not asked again on a device that answered', async () => {
    usual();
    window.localStorage.setItem('hearth-entry-warning', '1');
    await renderApp('/landers/video', { settings });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
