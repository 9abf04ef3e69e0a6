import { http, HttpResponse } from 'msw';
import { createMemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { bring } from '@/api/client';
import { startI18n } from '@/i18n';
import { paths } from '@/lib/paths';
import { aBoot, aSettings, aUser } from '@/testing/factories';
import { server } from '@/testing/server';
import { routesForServer, textForServer, type Route } from './for-server';
import { createQueryClient } from './query-client';
import { routes } from './router';
import { seed } from './seed';

const FILE = '../../../app/member_web.gen.json';
const ID = '0f3c1a52-7b1e-4a0e-9d3c-5e8f7a6b4c2d';
const VALUES: Record<string, string> = { id: ID, slug: 'spring', language: 'en', country: 'NL', key: 'mailed' };
/** Visitors are led to the login there. */
const OF_MEMBERS: ReadonlySet<string> = new Set([paths.order.pattern, paths.chat.pattern]);
const BOOT = aBoot({ settings: aSettings({ logged_out_search: true, geoip_selected_country: 'NL' }) });

/** What the server writes for a URI template. */
const filled = (template: string) =>
  template
    .replace(/{(\w+)}/g, (_, name: string) => VALUES[name] ?? '')
    .replace(/{\?(.+)}/, (_, names: string) => {
      const given = names.split(',').map((name) => [name, VALUES[name] ?? '']);
      return `?${new URLSearchParams(given).toString()}`;
    });

const addressOf = ({ pattern, subject }: Route) =>
  pattern.replace(/\/:(\w+)\??/g, (_, name: string) => (VALUES[name] ? `/${VALUES[name]}` : '')) +
  (subject?.endsWith('{?key}') ? `?key=${VALUES['key']}` : '');

/** A conversation says itself who its partner is. */
const askedOf = ({ pattern, questions = [], subject }: Route) =>
  subject && pattern !== paths.memberChat.pattern ? [...questions, subject] : questions;

const asking = (await routesForServer()).filter((route) => askedOf(route).length > 0);

describe('what the server knows of the application', () => {
  it('is what app/member_web.gen.json says (node --run routes:generate)', async () => {
    await expect(await textForServer()).toMatchFileSnapshot(FILE);
  });

  it.each(asking)('$pattern asks at once what the server answers ahead', async (route) => {
    server.use(http.get('*/api/v1/*', () => new HttpResponse(null, { status: 404 })));
    const client = createQueryClient();
    seed(client, OF_MEMBERS.has(route.pattern) ? { ...BOOT, user: aUser() } : BOOT);
    await startI18n(BOOT.language);
    bring(Object.fromEntries(askedOf(route).map((question) => [filled(question), { results: [] }])));
    const router = createMemoryRouter(routes(client), { initialEntries: [addressOf(route)] });
    await new Promise<void>((done) => router.subscribe(({ initialized }) => initialized && done()));
    expect(bring()).toBe(0);
  });
});
