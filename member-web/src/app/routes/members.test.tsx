import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { aCard, aSettings, aUser } from '@/testing/factories';
import { aReference } from '@/testing/profile-factory';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
type Found = Schemas['SearchOut'];

const applied: Found['applied'] = {
  gender: ['man'],
  country: 'NL',
  region: null,
  min_age: 55,
  max_age: 70,
  place_id: null,
  radius_km: null,
  online: false,
  with_photo: false,
  new: false,
  interest: [],
  text: '',
  fictional: false,
  sort: 'fit',
};

const found = (changes: Partial<Found> = {}): Found => ({
  results: [aCard()],
  total: 1,
  fictional_total: 0,
  has_more: false,
  page: 1,
  pages: 1,
  similar: [],
  engine: 'postgres',
  degraded: false,
  applied,
  widenings: [],
  ...changes,
});

const nobody = (widenings: Found['widenings']) => found({ results: [], total: 0, pages: 0, widenings });
const widening = (changes: Partial<Found['widenings'][number]> = {}): Found['widenings'][number] => ({
  loosened: 'ages',
  min_age: null,
  max_age: null,
  radius_km: null,
  total: 1,
  has_more: false,
  ...changes,
});

/** A server whose search answers by the query; returns the queries that came. */
function searching(answer: (query: URLSearchParams) => Found, facets: Partial<Schemas['FacetsOut']> = {}) {
  const asked: URLSearchParams[] = [];
  const counts = { gender: {}, region: {}, interest: {}, online: 0, with_photo: 0, new: 0 };
  server.use(
    http.get(`${V1}/search/facets`, () => HttpResponse.json({ total: 0, counts, ...facets })),
    http.get(`${V1}/search`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      return HttpResponse.json(answer(query));
    }),
    http.get(`${V1}/reference`, () =>
      HttpResponse.json({ ...aReference, interests: [{ key: 'tea', name: 'Tea', intimate: false }] }),
    ),
    http.get(`${V1}/regions`, () =>
      HttpResponse.json({ country: 'NL', word: 'Province', regions: [{ code: 'NL-UT', name: 'Utrecht' }] }),
    ),
  );
  return asked;
}

/** More interests than are shown at first. */
function offerManyInterests() {
  const names = ['Art', 'BBQ', 'Beach', 'Beer', 'Books', 'Chess', 'Dance', 'Dogs', 'Films', 'Tea'];
  const interests = names.map((name) => ({ key: name.toLowerCase(), name, intimate: false }));
  server.use(http.get(`${V1}/reference`, () => HttpResponse.json({ ...aReference, interests })));
}

const settings = aSettings({
  search_fields: ['gender', 'country', 'region', 'min_age', 'max_age', 'online', 'new', 'interest', 'text'],
});
const wishes = { seeking_genders: ['man'], seeking_min_age: 55, seeking_max_age: 70 };
const asMember = { user: aUser({ profile: { ...aUser().profile, ...wishes } }), settings };
const openSearch = (address = '/members') => renderApp(address, asMember);

describe('search', () => {
  it('[spec 2.2, 3.11] shows who fits, with the wishes of the member in the filters', async () => {
    searching(() => found({ results: [aCard({ name: 'Henk', age: 65 })], total: 1 }));
    await openSearch();
    expect(await screen.findByRole('link', { name: /Henk,\s65/ })).toHaveAttribute(
      'href',
      expect.stringContaining('/members/'),
    );
    expect(screen.getByText('1 person', { selector: '[role=status]' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Men' })).toBeChecked();
    expect(screen.getByText('Age: 55 to 70')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('NL');
  });

  it('[spec 3.11] searches again at every change, which the address keeps', async () => {
    const asked = searching(() => found());
    const { user, router } = await openSearch();
    await user.click(await screen.findByRole('radio', { name: 'Everyone' }));
    await waitFor(() => expect(router.state.location.search).toBe('?gender='));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Province' }), 'Utrecht');
    await user.click(screen.getByRole('checkbox', { name: /^Online now/ }));
    await waitFor(() => expect(asked.at(-1)?.get('online')).toBe('true'));
    expect(asked.at(-1)?.get('gender')).toBe('');
    expect(asked.at(-1)?.get('region')).toBe('NL-UT');
    expect(await screen.findByRole('heading', { level: 1, name: 'People in Utrecht' })).toBeVisible();
  });

  it('[spec 3.11] knows the wishes before the first answer, and keeps what is chosen by then', async () => {
    const asked = searching(() => found());
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      http.get(`${V1}/search`, async () => {
        await answered;
      }),
    );
    const { user, router } = await openSearch();
    expect(await screen.findByRole('radio', { name: 'Men' })).toBeChecked();
    expect(screen.getByText('Age: 55 to 70')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('NL');
    await user.click(screen.getByRole('radio', { name: 'Everyone' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Country' }), '');
    await waitFor(() => expect(router.state.location.search).toBe('?gender=&country='));
    answer();
    expect(await screen.findByRole('link', { name: /Henk/ })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Everyone' })).toBeChecked();
    expect(asked.at(-1)?.toString()).toContain('gender=&country=');
  });

  it('[spec 3.11] keeps the interests where they are while one searches', async () => {
    searching(() => found());
    offerManyInterests();
    const none = { gender: {}, region: {}, online: 0, with_photo: 0, new: 0 };
    server.use(
      http.get(`${V1}/search/facets`, ({ request }) => {
        const isFirst = !new URL(request.url).searchParams.has('interest');
        const interest = isFirst ? { tea: 9, films: 5 } : { art: 1, bbq: 1, beach: 1, beer: 1 };
        return HttpResponse.json({ total: 0, counts: { ...none, new: isFirst ? 7 : 0, interest } });
      }),
    );
    const { user } = await openSearch();
    const chips = () => within(screen.getByRole('group', { name: 'Interests' })).getAllByRole('button');
    await waitFor(() => expect(chips()[0]).toHaveTextContent('Tea'));
    const before = chips().map((chip) => chip.textContent);
    await user.click(screen.getByRole('button', { name: 'Films' }));
    await screen.findByRole('checkbox', { name: /^New members.*0/ });
    expect(chips().map((chip) => chip.textContent)).toEqual(before);
    expect(screen.getByRole('button', { name: 'Films' })).toHaveFocus();
  });

  it('[spec 3.11] keeps an interest of the address that is taken away, so that it can be chosen again', async () => {
    searching(() => found());
    offerManyInterests();
    const { user } = await openSearch('/members?interest=tea');
    await user.click(await screen.findByRole('button', { name: 'Tea', pressed: true }));
    expect(await screen.findByRole('button', { name: 'Tea', pressed: false })).toHaveFocus();
  });

  it('[spec 3.11] begins with the filters in the address', async () => {
    const asked = searching(() => found());
    await openSearch('/members?gender=woman&min_age=40&interest=tea&text=sea');
    expect(await screen.findByRole('radio', { name: 'Women' })).toBeChecked();
    expect(await screen.findByRole('button', { name: 'Tea', pressed: true })).toBeVisible();
    expect(screen.getByRole('searchbox', { name: 'Keywords' })).toHaveValue('sea');
    expect(asked[0]?.toString()).toContain('gender=woman&min_age=40&interest=tea&text=sea');
  });

  it('[spec 3.11] searches around a town that is typed and chosen', async () => {
    const asked = searching(() => found());
    const utrecht = { id: 7, name: 'Utrecht', region: 'NL-UT', region_name: 'Utrecht', country: 'NL' };
    server.use(http.get(`${V1}/places`, () => HttpResponse.json({ places: [utrecht] })));
    const { user, router } = await renderApp('/members?region=NL-GR', {
      user: aUser(),
      settings: aSettings({ search_fields: ['region', 'place'] }),
    });
    await user.type(await screen.findByRole('combobox', { name: 'Town' }), 'Utr');
    await user.click(await screen.findByRole('option', { name: 'Utrecht' }));
    await waitFor(() => expect(router.state.location.search).toBe('?place_id=7&near=Utrecht&radius_km=25'));
    expect(await screen.findByText('People near Utrecht', { selector: 'h1' })).toBeVisible();
    await waitFor(() => expect(asked.at(-1)?.get('place_id')).toBe('7'));
    expect(asked.at(-1)?.get('radius_km')).toBe('25');
    expect(asked.at(-1)?.has('region')).toBe(false);
    expect(asked.at(-1)?.has('near')).toBe(false);
  });

  it('[spec 3.11] shows only the filters that the site offers', async () => {
    searching(() => found());
    await renderApp('/members', {
      user: aUser(),
      settings: aSettings({ search_fields: ['country'], fictional_enabled: false }),
    });
    expect(await screen.findByRole('combobox', { name: 'Country' })).toBeVisible();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });

  it('[spec 3.11] brings the next page and says how many were seen', async () => {
    const page = (number: number) =>
      found({ results: [aCard({ name: `Person${number}` })], total: 30, page: number, pages: 2 });
    searching((query) => page(Number(query.get('page'))));
    const { user } = await openSearch();
    await user.click(await screen.findByRole('button', { name: /^Show \d+ more/ }));
    expect(await screen.findByRole('link', { name: /Person2/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /Person1/ })).toBeVisible();
    expect(screen.getByText('You’ve seen 30 of 30.')).toBeVisible();
  });

  it('counts fictional profiles apart from people, and marks them', async () => {
    const bengt = aCard({ name: 'Bengt', kind: 'fictional', fictional_label: 'Fictional profile' });
    searching(() => found({ results: [bengt], total: 0, fictional_total: 1 }));
    await openSearch('/members?fictional=true');
    const card = (await screen.findByRole('link', { name: /Bengt/ })).closest('article') as HTMLElement;
    expect(within(card).getByText('Fictional profile')).toBeVisible();
    expect(within(card).getByText('Written by our team')).toBeVisible();
    expect(screen.getByText('0 people · Fictional profile: 1')).toBeVisible();
  });

  it('[spec 3.11] shows people who almost fit when the others run out', async () => {
    searching(() => found({ similar: [aCard({ name: 'Wilma' })] }));
    await openSearch();
    expect(await screen.findByRole('heading', { name: 'People who almost match' })).toBeVisible();
    expect(screen.getByRole('link', { name: /Wilma/ })).toBeVisible();
  });

  it('[spec 3.11] offers where nobody fits each filter that finds somebody when it is loosened, and how many', async () => {
    searching(() => nobody([widening({ min_age: 50, max_age: 75, total: 41 }), widening({ loosened: 'online' })]));
    const { user, router } = await openSearch('/members?online=true');
    expect(await screen.findByText('No one matches all these filters')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Include offline members 1 person' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Include ages 50 to 75 41 people' }));
    await waitFor(() => expect(router.state.location.search).toBe('?min_age=50&max_age=75&online=true'));
    await user.click(await screen.findByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(router.state.location.search).toBe('?gender=&min_age=18&max_age=120&country='));
  });

  it.each([
    [{ loosened: 'ages', min_age: 18, max_age: 120 }, 'Include ages 18 and older', '', '?min_age=18&max_age=120'],
    [{ loosened: 'distance', radius_km: 50 }, 'Up to 50 km', 'radius_km=25', '?radius_km=50'],
    [{ loosened: 'distance' }, 'Any distance', 'place_id=7&near=Utrecht&radius_km=25', ''],
    [{ loosened: 'region' }, 'Include other regions', 'region=NL-UT', ''],
    [{ loosened: 'online' }, 'Include offline members', 'online=true', ''],
    [{ loosened: 'new' }, 'Not only new members', 'new=true', ''],
    [{ loosened: 'with_photo' }, 'Photo not required', 'with_photo=true', ''],
    [{ loosened: 'interests' }, 'Include other interests', 'interest=tea&sort=newest', '?sort=newest'],
    [{ loosened: 'text' }, 'Ignore the keywords', 'text=sea', ''],
    [{ loosened: 'country' }, 'Include other countries', 'region=NL-UT', '?country='],
  ] as const)('[spec 3.11] loosens %j where it is chosen', async (one, text, before, after) => {
    searching(() => nobody([widening({ ...one, total: 240, has_more: true })]));
    const { user, router } = await openSearch(`/members?${before}`);
    await user.click(await screen.findByRole('button', { name: `${text} More than 240 people` }));
    await waitFor(() => expect(router.state.location.search).toBe(after));
  });

  it('[spec 3.11] has only the way out of all filters where none by itself finds somebody', async () => {
    searching(() => nobody([]));
    await openSearch();
    expect(await screen.findByText('Try fewer filters.')).toBeVisible();
    expect(within(screen.getByRole('main')).queryByRole('button', { name: /Include/ })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Clear all filters' })).toBeVisible();
  });

  it('[spec 3.11] says that there are more people than were counted', async () => {
    searching(() => found({ total: 240, has_more: true }));
    await openSearch();
    expect(await screen.findByText('More than 240 people')).toBeVisible();
  });

  it('[spec 8.4] says that the search is simpler while its engine is away', async () => {
    searching(() => found({ degraded: true }));
    await openSearch();
    expect(await screen.findByText('Search is limited right now.')).toBeVisible();
  });
});

describe('a picture', () => {
  it('[spec 6.4] whose address has ended gives way to the empty arch, until a new one comes', async () => {
    const photo = { thumb: '/t.webp', card: '/old.webp', match: '/m.webp', is_locked: false };
    const henk = aCard({ name: 'Henk', photo });
    searching((query) =>
      found({ results: [query.has('online') ? { ...henk, photo: { ...photo, card: '/new.webp' } } : henk] }),
    );
    const { user } = await openSearch();
    fireEvent.error(await screen.findByRole('img', { name: /Henk/ }));
    expect(screen.queryByRole('img', { name: /Henk/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: /^Online now/ }));
    expect(await screen.findByRole('img', { name: /Henk/ })).toHaveAttribute('src', '/new.webp');
  });
});

describe('a visitor', () => {
  it('[spec 6.1] searches where the site lets visitors in; a heart asks to join [spec 6.3, 2.43]', async () => {
    searching(() => found());
    const { user } = await renderApp('/members', { settings: aSettings({ logged_out_search: true }) });
    expect(await screen.findByRole('link', { name: /Henk/ })).toBeVisible();
    const heart = screen.getByRole('button', { name: 'Like Henk' });
    await user.click(heart);
    expect(await screen.findByRole('dialog', { name: 'Sign up to like Henk' })).toBeVisible();
    expect(heart).toHaveAttribute('aria-pressed', 'false');
  });

  it('[spec 6.1] is offered both ways in elsewhere, and nothing is asked of the server', async () => {
    await renderApp('/members?online=true', {
      settings: aSettings({ logged_out_search: false, logged_out_search_trafficsource: false }),
    });
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Sign up free' })).toHaveAttribute('href', '/signup');
    expect(main.getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      '/login?next=%2Fmembers%3Fonline%3Dtrue',
    );
  });
});

describe('a heart', () => {
  it('[spec 6.3] turns at once on every copy of the person, and is sent', async () => {
    const henk = aCard({ name: 'Henk' });
    const sent: string[] = [];
    searching(() => found({ results: [henk], similar: [{ ...henk }] }));
    server.use(
      http.post(`${V1}/members/:id/like`, ({ params }) => {
        sent.push(String(params.id));
        return HttpResponse.json({ matched: false, profile: null });
      }),
    );
    const { user } = await openSearch();
    const hearts = await screen.findAllByRole('button', { name: 'Like Henk' });
    await user.click(hearts[0] as HTMLElement);
    for (const heart of screen.getAllByRole('button', { name: 'Like Henk' })) {
      expect(heart).toHaveAttribute('aria-pressed', 'true');
    }
    await waitFor(() => expect(sent).toEqual([henk.id]));
  });

  it('turns back and says so when the server refuses', async () => {
    searching(() => found());
    server.use(http.post(`${V1}/members/:id/like`, () => HttpResponse.json({ code: 'not-found' }, { status: 404 })));
    const { user } = await openSearch();
    const heart = await screen.findByRole('button', { name: 'Like Henk' });
    await user.click(heart);
    expect(await screen.findByText(/We couldn’t change your like for Henk/)).toBeVisible();
    expect(heart).toHaveAttribute('aria-pressed', 'false');
  });

  it('[spec 2.39] that is answered opens "New like!" with the other picture, the chat and its price', async () => {
    const photo = { thumb: '/t.webp', card: '/c.webp', match: '/match.webp', is_locked: false };
    const samuel = aCard({ name: 'Samuel', photo });
    searching(() => found({ results: [samuel] }));
    server.use(
      http.post(`${V1}/members/:id/like`, () =>
        HttpResponse.json({ matched: true, profile: { ...samuel, liked: true } }),
      ),
    );
    const { user } = await openSearch();
    await user.click(await screen.findByRole('button', { name: 'Like Samuel' }));
    const overlay = within(await screen.findByRole('dialog', { name: 'New like!' }));
    expect(overlay.getByRole('img', { name: 'See Samuel’s profile' })).toHaveAttribute('src', '/match.webp');
    expect(overlay.getByRole('link', { name: /^Message Samuel 5 credits · €0.70/ })).toHaveAttribute(
      'href',
      `/members/${samuel.id}/chat`,
    );
    await user.click(overlay.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
