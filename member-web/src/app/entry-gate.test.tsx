import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { i18n, loadNamespaces } from '@/i18n';
import { localStore } from '@/lib/safe-storage';
import { aSettings } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

const settings = aSettings({ enable_site_entry_popup: true, geoip_country: 'NL', site_entry_countries: ['NL'] });
const A_PAGE = { language: 'en', languages: ['en'], description: '', dated: '2023-12-01', blocks: [] };
const warning = () => screen.queryByRole('dialog', { name: 'Before you enter' });
/** Opens the app; its texts begin anew with each test, and the lazy ones come only once. */
async function open(address: string) {
  const app = await renderApp(address, { settings });
  await loadNamespaces(['entry']);
  await act(() => i18n.changeLanguage('en'));
  return app;
}

beforeEach(() => {
  localStore.removeItem('hearth-entry-warning');
  server.use(
    http.get('*/api/v1/pages/:token', ({ params: { token } }) =>
      HttpResponse.json({ ...A_PAGE, token, path: `/pages/${String(token)}`, title: token }),
    ),
  );
});

describe('the warning before coming in', () => {
  it.each(['/pages/terms', '/pages/privacy', '/pages/faq', '/lang-config'])(
    '[spec 2.40, 2.51] stands before %s too',
    async (address) => {
      await open(address);
      await waitFor(() => expect(warning()).toBeVisible());
    },
  );

  it('[spec 2.40, 2.51] lets a visitor read the terms first, and asks again on the next page', async () => {
    const { router, user } = await open('/pages/privacy');
    await waitFor(() => expect(warning()).toBeVisible());
    await user.click(within(warning() as HTMLElement).getByRole('link', { name: /terms/i }));
    expect(await screen.findByRole('heading', { level: 1, name: 'terms' })).toBeVisible();
    expect(warning()).toBeNull();
    await act(() => router.navigate('/pages/privacy'));
    await waitFor(() => expect(warning()).toBeVisible());
  });
});

describe('the footer', () => {
  it.each([
    ['address', { geoip_country: 'US' }],
    ['selected country', { geoip_selected_country: 'US' }],
  ])('[spec 2.40] is the one of the United States by the %s', async (_, here) => {
    await renderApp('/lang-config', { settings: aSettings({ geoip_country: null, ...here }) });
    expect(screen.getByRole('contentinfo')).not.toHaveTextContent('Example Company B.V.');
  });

  it('[spec 2.40] follows where the visitor is, not what they selected', async () => {
    const here = { geoip_country: 'NL', geoip_selected_country: 'US' };
    await renderApp('/lang-config', { settings: aSettings(here) });
    expect(screen.getByRole('contentinfo')).toHaveTextContent('Example Company B.V.');
  });
});
