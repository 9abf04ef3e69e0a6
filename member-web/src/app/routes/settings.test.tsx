import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { aCard, aSettings, aUser } from '@/testing/factories';
import { aProfile } from '@/testing/profile-factory';
import { withoutPushBrowser, withPushBrowser } from '@/testing/push-browser';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const V1 = '*/api/v1';
const member = { user: aUser() };
const NOW = '2026-11-20T11:00:00Z';
const HERE = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile/15E Safari/604.1';

const aDevice = (changes: Partial<Schemas['OpenSessionOut']>): Schemas['OpenSessionOut'] => ({
  id: 'device',
  user_agent: '',
  created_at: '2026-11-19T10:00:00Z',
  seen_at: '2026-11-20T11:00:00Z',
  is_current: false,
  ...changes,
});

interface Given {
  settings?: Partial<Schemas['NotificationSettingsOut']>;
  /** How many changes the server refuses before it takes one. */
  refusals?: number;
  blocked?: Schemas['BlockedMemberOut'][];
  consents?: Schemas['ConsentOut'][];
}

/** A server that keeps settings, and what it was sent. */
function withSettings({ settings: changes, refusals = 0, blocked = [], consents = [] }: Given = {}) {
  const sent: unknown[] = [];
  let settings: Schemas['NotificationSettingsOut'] = {
    mail: { message: true, like: true, match: true, offer: false },
    push: { message: true, like: false, match: true, offer: false },
    disabled: [],
    mail_rhythm: 'at-once',
    quiet_from: null,
    quiet_until: null,
    shows_text: false,
    is_night_silent: true,
    ...changes,
  };
  let devices = [
    aDevice({ id: 'here', user_agent: HERE, is_current: true }),
    aDevice({ id: 'phone', user_agent: PHONE, seen_at: '2026-11-19T11:00:00Z' }),
  ];
  let left = refusals;
  server.use(
    http.get(`${V1}/notification-settings`, () => HttpResponse.json(settings)),
    http.patch(`${V1}/notification-settings`, async ({ request }) => {
      const change = (await request.json()) as Schemas['NotificationSettingsIn'];
      sent.push(change);
      if (left-- > 0) return HttpResponse.json({ code: 'invalid', detail: 'Please try again later.' }, { status: 422 });
      const { mail, push, ...rest } = change;
      settings = { ...settings, ...rest, mail: { ...settings.mail, ...mail }, push: { ...settings.push, ...push } };
      settings = { ...settings, disabled: settings.disabled.filter(({ type }) => !mail?.[type]) };
      return HttpResponse.json(settings);
    }),
    http.get(`${V1}/profile`, () => HttpResponse.json(aProfile())),
    http.patch(`${V1}/profile`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(aProfile());
    }),
    http.get(`${V1}/profile/consents`, () => HttpResponse.json(consents)),
    http.put(`${V1}/profile/consents`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(aProfile());
    }),
    http.get(`${V1}/shown-visits`, () => HttpResponse.json({ enabled: true })),
    http.put(`${V1}/shown-visits`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ enabled: false });
    }),
    http.get(`${V1}/auto-like`, () => HttpResponse.json({ enabled: false })),
    http.get(`${V1}/push-subscriptions`, () => HttpResponse.json([])),
    http.get(`${V1}/sessions`, () => HttpResponse.json(devices)),
    http.delete(`${V1}/sessions/:id`, ({ params }) => {
      devices = devices.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.get(`${V1}/account/export`, () => HttpResponse.json({ export: null, may_ask: true })),
    http.get(`${V1}/blocks`, () => HttpResponse.json(blocked)),
    http.delete(`${V1}/members/:id/block`, ({ params }) => {
      blocked.splice(
        blocked.findIndex(({ id }) => id === params.id),
        1,
      );
      return new HttpResponse(null, { status: 204 });
    }),
    http.get(`${V1}/me`, () => HttpResponse.json(aUser())),
  );
  return sent;
}

const region = (name: string) => within(screen.getByRole('region', { name }));

afterEach(() => {
  ['theme', 'text'].forEach((name) => (document.cookie = `${name}=; path=/; max-age=0`));
  delete document.documentElement.dataset.theme;
  delete document.documentElement.dataset.text;
});

describe('the settings', () => {
  it('[spec 2.34] tells password managers whose password each form is about', async () => {
    withSettings();
    await renderApp('/notifications', member);
    const forms = [...document.forms].filter((form) => form.querySelector('[type=password]'));
    expect(forms.map((form) => form.querySelector<HTMLInputElement>('[autocomplete=username]')?.value)).toEqual([
      member.user.email,
      member.user.email,
    ]);
  });

  it.each([
    ['active', 'We’ll email you when it’s ready.'],
    ['not_confirmed', 'You’ll find it here in a few minutes.'],
  ] as const)('say to an account that is %s where its copy will be: %s', async (status, where) => {
    withSettings();
    const made = { state: 'waiting', asked_at: '2026-11-30T10:00:00Z', expires_at: null, size: null };
    server.use(http.get(`${V1}/account/export`, () => HttpResponse.json({ export: made, may_ask: false })));
    await renderApp('/notifications', { user: aUser({ status }) });
    expect(await screen.findByText(`We’re preparing your copy. ${where}`)).toBeVisible();
  });

  it('[spec 2.18, 2.34] save each choice as it is made, and say so quietly', async () => {
    const sent = withSettings();
    const { user } = await renderApp('/notifications', member);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Settings');
    const notices = region('Notify me about');
    await user.click(notices.getByRole('switch', { name: 'New likes: email' }));
    expect(await notices.findByText('Saved')).toBeVisible();
    expect(sent).toEqual([{ mail: { like: false } }]);
    expect(notices.getByRole('switch', { name: 'New likes: email' })).not.toBeChecked();
    expect(notices.queryByRole('switch', { name: /push/ })).toBeNull();
  });

  it('keep a choice that was not taken, and send it again with the next', async () => {
    const sent = withSettings({ refusals: 1 });
    const { user } = await renderApp('/notifications', member);
    const notices = region('Notify me about');
    const likes = () => notices.getByRole('switch', { name: 'New likes: email' });
    await user.click(likes());
    expect(await notices.findByRole('alert')).toHaveTextContent(
      'We couldn’t save your changes. Please try again later.',
    );
    expect(likes()).not.toBeChecked();
    await user.click(notices.getByRole('switch', { name: 'New matches: email' }));
    expect(await notices.findByText('Saved')).toBeVisible();
    expect(sent.at(-1)).toEqual({ mail: { like: false, match: false } });
    expect(notices.queryByRole('alert')).toBeNull();
  });

  it('[spec 8.7] tell why mail stopped, and bring it back', async () => {
    const disabled = [{ type: 'message', cause: 'bounce', at: '2026-11-12T10:00:00Z' }] as const;
    const sent = withSettings({ settings: { disabled: [...disabled] } });
    const { user } = await renderApp('/notifications', member);
    const notices = region('Notify me about');
    expect(screen.getByText('Emails about new messages are off.')).toBeVisible();
    expect(screen.getByText(/An email to ruth@example.org bounced on 12 November 2026/)).toBeVisible();
    expect(notices.getByRole('switch', { name: 'New messages: email' })).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Turn on again' }));
    await waitFor(() => expect(sent).toEqual([{ mail: { message: true } }]));
    expect(screen.queryByText('Emails about new messages are off.')).toBeNull();
    expect(notices.getByRole('switch', { name: 'New messages: email' })).toBeChecked();
  });

  it('[spec 4.6] offer push where the site has it, and say what this browser can', async () => {
    const sent = withSettings();
    const { user } = await renderApp('/notifications', { ...member, settings: aSettings({ push_key: 'key' }) });
    expect(await screen.findByText('This browser can’t show push notifications.')).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'New likes: push' }));
    expect(await region('Notify me about').findByText('Saved')).toBeVisible();
    await user.click(screen.getByRole('switch', { name: /Show message text on the lock screen/ }));
    await waitFor(() => expect(sent).toEqual([{ push: { like: true } }, { shows_text: true }]));
  });

  it('let the night make a sound, which it does not by itself', async () => {
    const sent = withSettings();
    const { user } = await renderApp('/notifications', { ...member, settings: aSettings({ push_key: 'key' }) });
    const night = await screen.findByRole('switch', { name: /Sound at night/ });
    expect(night).not.toBeChecked();
    await user.click(night);
    await waitFor(() => expect(sent).toEqual([{ is_night_silent: false }]));
    expect(screen.getByRole('switch', { name: /Sound at night/ })).toBeChecked();
  });

  it('[spec 4.6, 7.4] subscribe this browser, list those that show push messages, and end one', async () => {
    withSettings();
    const log = withPushBrowser();
    let browsers: Schemas['BrowserOut'][] = [
      { id: 'b2', user_agent: PHONE, created_at: NOW, used_at: null, is_current: false },
    ];
    server.use(
      http.get(`${V1}/push-subscriptions`, () => HttpResponse.json(browsers)),
      http.post(`${V1}/push-subscriptions`, () => {
        browsers = [{ id: 'b1', user_agent: HERE, created_at: NOW, used_at: NOW, is_current: true }, ...browsers];
        return new HttpResponse(null, { status: 204 });
      }),
      http.delete(`${V1}/push-subscriptions/:id`, ({ params }) => {
        browsers = browsers.filter(({ id }) => id !== params.id);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/notifications', { ...member, settings: aSettings({ push_key: 'key' }) });
    const list = () => within(screen.getByRole('list', { name: 'Browsers with push notifications' }));
    expect(await screen.findByText('No notifications yet')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Turn on here' }));
    expect(await screen.findByText('Push notifications are on in this browser.')).toBeVisible();
    await waitFor(() => expect(list().getAllByRole('listitem')).toHaveLength(2));
    expect(list().getByText(/^This browser · Last notification/)).toBeVisible();
    const [here] = list().getAllByRole('button', { name: /^Turn off push notifications/ });
    await user.click(here as HTMLElement);
    expect(await screen.findByText('Push notifications are off in this browser.')).toBeVisible();
    expect(log.asked).toEqual(['subscribe', 'unsubscribe']);
    await waitFor(() => expect(list().getAllByRole('listitem')).toHaveLength(1));
    withoutPushBrowser();
  });

  it('set quiet hours, with a night to begin with', async () => {
    const sent = withSettings();
    const { user } = await renderApp('/notifications', member);
    const panel = region('When and how');
    await user.click(panel.getByRole('switch', { name: /Quiet hours/ }));
    await user.selectOptions(await panel.findByLabelText('Until'), '09:30');
    await waitFor(() =>
      expect(sent).toEqual([
        { quiet_from: '22:00', quiet_until: '08:00' },
        { quiet_from: '22:00', quiet_until: '09:30' },
      ]),
    );
    await user.click(panel.getByRole('radio', { name: /Once a day/ }));
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ mail_rhythm: 'daily' }));
  });

  it('make everything larger and darker at once', async () => {
    withSettings();
    const { user } = await renderApp('/notifications', member);
    const reading = region('Display');
    await user.click(reading.getByRole('switch', { name: /Make everything larger/ }));
    expect(document.documentElement.dataset.text).toBe('large');
    await user.click(reading.getByRole('radio', { name: '140%' }));
    expect(document.documentElement.dataset.text).toBe('larger');
    await user.click(reading.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(document.cookie).toMatch(/text=larger/);
    await user.click(reading.getByRole('radio', { name: '100%' }));
    await user.click(reading.getByRole('radio', { name: 'Same as my device' }));
    expect(document.documentElement.dataset).not.toHaveProperty('text');
    expect(document.documentElement.dataset).not.toHaveProperty('theme');
  });

  it('[spec 4.12, 2.34] switch invisible mode and who learns of visits', async () => {
    const sent = withSettings();
    const { user } = await renderApp('/notifications', member);
    const privacy = region('Privacy');
    await user.click(privacy.getByRole('switch', { name: /Invisible mode/ }));
    await user.click(privacy.getByRole('switch', { name: /Show that I viewed a profile/ }));
    await user.click(privacy.getByRole('switch', { name: /Show: Fictional profiles/ }));
    await waitFor(() => expect(sent).toContainEqual({ hide_fictional: true }));
    expect(sent).toContainEqual({ is_invisible: true });
    expect(sent).toContainEqual({ enabled: false });
    expect(privacy.getByRole('switch', { name: /Invisible mode/ })).toBeChecked();
  });

  it('lead to what staff looked at, and to what became of complaints and reports [spec 10.6, 2.10]', async () => {
    withSettings();
    await renderApp('/notifications', member);
    const leads = region('Privacy').getAllByRole('link');
    expect(leads.map((link) => link.getAttribute('href'))).toEqual(['/notifications/staff-access', '/cases']);
    expect(leads[1]).toHaveAccessibleName('See your complaints, your reports and our decisions about you');
  });

  it('log another browser out', async () => {
    withSettings();
    const { user } = await renderApp('/notifications', member);
    const devices = region('Where you’re logged in');
    expect(await devices.findByText('Firefox on Windows')).toBeVisible();
    await user.click(devices.getByRole('button', { name: 'Log out: Safari on iPhone' }));
    await waitFor(() => expect(devices.queryByText('Safari on iPhone')).toBeNull());
  });

  it('list consents with their dates, and take one back', async () => {
    const consents = [
      { kind: 'intimate', wording: 'intimate-1', given_at: '2026-11-10T10:00:00Z', withdrawn_at: null },
      {
        kind: 'intimate',
        wording: 'intimate-1',
        given_at: '2026-10-01T10:00:00Z',
        withdrawn_at: '2026-10-02T10:00:00Z',
      },
    ];
    const sent = withSettings({ consents });
    const { user } = await renderApp('/notifications', member);
    const panel = region('Your consents');
    expect(await panel.findByText(/Since 10 November 2026/)).toBeVisible();
    expect(panel.getByText('1 October 2026 to 2 October 2026')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(sent).toEqual([{ intimate: false }]));
  });

  it('lift a block', async () => {
    withSettings({ blocked: [{ id: 'b', name: 'Piet', blocked_at: '2026-11-01T10:00:00Z' }] });
    const { user } = await renderApp('/notifications', member);
    const panel = region('Blocked members');
    await user.click(await panel.findByRole('button', { name: 'Unblock Piet' }));
    expect(await panel.findByText('You haven’t blocked anyone.')).toBeVisible();
  });

  it('say what could not be loaded, and try again', async () => {
    withSettings();
    server.use(http.get(`${V1}/blocks`, () => HttpResponse.json({ detail: 'No.' }, { status: 403 }), { once: true }));
    const { user } = await renderApp('/notifications', member);
    const panel = region('Blocked members');
    await user.click(await panel.findByRole('button', { name: 'Try again' }));
    expect(await panel.findByText('You haven’t blocked anyone.')).toBeVisible();
  });
});

describe('the way out of mails', () => {
  it('[spec 8.7] asks once, and stops one kind of mail', async () => {
    const stopped: string[] = [];
    server.use(
      http.post(`${V1}/unsubscribe/:token`, ({ params }) => {
        stopped.push(String(params.token));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/unsubscribe/new-message~abc');
    expect(screen.getByText('You’ll no longer get emails from Hearthside about new messages.')).toBeVisible();
    expect(stopped).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'You’re unsubscribed' })).toBeVisible();
    expect(stopped).toEqual(['new-message~abc']);
  });

  it('tells when a link is none', async () => {
    const answer = { code: 'notifications.unsubscribe-link', detail: 'This link is not complete.' };
    server.use(http.post(`${V1}/unsubscribe/:token`, () => HttpResponse.json(answer, { status: 404 })));
    const { user } = await renderApp('/unsubscribe/nonsense');
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This link is not complete.');
  });
});

describe('the visitors', () => {
  it('[spec 4.12] are listed with the day, and the way to one’s own privacy', async () => {
    const visitor = { ...aCard({ name: 'Piet', city: 'Zwolle' }), visited_at: new Date().toISOString() };
    server.use(
      http.get(`${V1}/visitors`, () => HttpResponse.json({ profiles: [visitor], total: 1, page: 1, pages: 1 })),
    );
    await renderApp('/visitors', member);
    expect(await screen.findByRole('link', { name: /Piet/ })).toBeVisible();
    expect(screen.getByText('Today · Zwolle')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Privacy settings' })).toHaveAttribute('href', '/notifications#privacy');
  });

  it('has a way forward where nobody came', async () => {
    await renderApp('/visitors', member);
    expect(await screen.findByRole('link', { name: 'Browse members' })).toHaveAttribute('href', '/members');
  });
});
