import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { aSettings, aUser } from '@/testing/factories';
import { open, tending } from '@/testing/own-profile';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';

describe('own profile', () => {
  it('[spec 3.6] shows the fields that the site shows, and a note where the site has one', async () => {
    tending({ relationship_status: 'widowed' });
    const { user } = await open({ visible_profile_fields: ['tattoos'], visible_profile_notes: ['tattoos'] });
    expect(await screen.findByLabelText('Gender')).toBeVisible();
    expect(screen.queryByLabelText('Relationship status')).not.toBeInTheDocument();
    expect(screen.queryByText('What do you enjoy?')).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Note on “Tattoos”')).not.toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Tattoos'), await screen.findByRole('option', { name: 'one' }));
    expect(screen.getByLabelText('Note on “Tattoos”')).toBeVisible();
  });

  it('saves a part when it changed, and can undo it before', async () => {
    const sent = tending();
    const { user } = await open();
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Hiking' }));
    await user.click(screen.getByRole('button', { name: 'Undo changes' }));
    expect(screen.getByRole('button', { name: 'Hiking' })).toHaveAttribute('aria-pressed', 'false');
    await user.click(screen.getByRole('button', { name: 'Music' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument());
    expect(sent).toEqual([{ interests: ['music'] }]);
  });

  it('[spec 10.5] lets who lost their name choose another one, once, and says why it was refused', async () => {
    const sent = tending({ name: 'Member' });
    const detail = 'We removed this name. Choose another one.';
    const refused = { code: 'accounts.name-removed', detail, errors: [{ pointer: '/name', detail }] };
    const { user } = await renderApp('/profile', { user: aUser({ must_choose_name: true }), settings: aSettings() });
    const name = await screen.findByRole('textbox', { name: 'Your name' });
    expect(name).toHaveAccessibleDescription(/^We removed your name: our email says why\. Others now see “Member”\./);
    server.use(
      // The page asks after five seconds, too, while there is no stream.
      http.get(`${V1}/me`, () => HttpResponse.json(aUser({ must_choose_name: sent.length === 0 }))),
      http.patch(`${V1}/profile`, () => HttpResponse.json(refused, { status: 422 }), { once: true }),
    );
    await user.clear(name);
    await user.type(name, 'lena.fun/cam');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('link', { name: detail })).toBeVisible();
    await user.clear(name);
    await user.type(name, 'Lena');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Lena, born/)).toBeVisible();
    expect(sent).toEqual([{ name: 'Lena' }]);
  });

  it('asks for what is intimate only after a consent, which can be taken back', async () => {
    const sent = tending();
    const { user } = await open();
    expect(await screen.findByRole('button', { name: 'Hiking' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sex' })).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Orientation')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'I agree, let me choose' }));
    await user.click(await screen.findByRole('button', { name: 'Sex' }));
    await user.click(screen.getByRole('button', { name: 'Withdraw consent and erase' }));
    expect(await screen.findByRole('button', { name: 'I agree, let me choose' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent).toEqual([{ intimate: true }, { intimate: false }, { sexuality: null, interests: [] }]);
  });

  it('leads to what is missing', async () => {
    tending({ gender: 'woman', completeness: 10 });
    await open();
    const panel = screen.getByRole('region', { name: 'Your profile is 10% complete' });
    expect(within(panel).getByRole('link', { name: 'Add where you live' })).toHaveAttribute('href', '#country');
    expect(within(panel).queryByRole('link', { name: 'Add your gender' })).not.toBeInTheDocument();
  });
});

describe('where the member lives', () => {
  const place = { id: 7, name: 'Utrecht', region: 'NL-UT', region_name: 'Utrecht', country: 'NL' };
  const located = (getCurrentPosition: unknown) =>
    vi.stubGlobal('navigator', { ...navigatorFacts(), geolocation: { getCurrentPosition } });
  const navigatorFacts = () => ({ language: 'en', languages: ['en'], userAgent: navigator.userAgent, onLine: true });

  it('[spec 3.13, 9.5] is found from a rounded position, which may be an hour old', async () => {
    const asked: URLSearchParams[] = [];
    let options: PositionOptions | undefined;
    tending();
    server.use(
      http.get(`${V1}/geocode`, ({ request }) => {
        asked.push(new URL(request.url).searchParams);
        return HttpResponse.json({ place });
      }),
    );
    located((found: PositionCallback, _: unknown, given: PositionOptions) => {
      options = given;
      found({ coords: { latitude: 52.09073, longitude: 5.12142 } } as GeolocationPosition);
    });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Find my town' }));
    await waitFor(() => expect(screen.getByLabelText('Country')).toHaveValue('NL'));
    await waitFor(() => expect(screen.getByLabelText('Province')).toHaveValue('NL-UT'));
    expect(asked.map(String)).toEqual(['lat=52.09&lon=5.12']);
    expect(options).toMatchObject({ maximumAge: 3_600_000 });
    vi.unstubAllGlobals();
  });

  it('[spec 3.13] is the town that is typed as Koeln and not chosen from the list: Köln', async () => {
    tending({ country: 'NL' });
    server.use(http.get(`${V1}/places`, () => HttpResponse.json({ places: [{ ...place, name: 'Köln' }] })));
    const { user } = await open();
    await user.type(await screen.findByLabelText('Town or village'), 'Koeln');
    await screen.findByRole('option', { name: /Köln/ }).then(() => user.tab());
    await waitFor(() => expect(screen.getByLabelText('Town or village')).toHaveValue('Köln'));
  });

  it('[spec 3.13] says that the browser does not tell, and offers the list', async () => {
    tending();
    located((_: unknown, failed: PositionErrorCallback) => failed({ code: 1 } as GeolocationPositionError));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Find my town' }));
    expect(await screen.findByText(/Your device didn’t share its location/)).toBeVisible();
    vi.unstubAllGlobals();
  });
});
