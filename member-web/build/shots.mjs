// Takes pictures of every widget and of the pages, on a phone and a desktop, in light and dark, into .shots/.
// The browser is $CHROMIUM, else the one that ./hearth installed.
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const OUT = fileURLToPath(new URL('../.shots/', import.meta.url));
const OWN = fileURLToPath(new URL('../../.hearth/chromium/chromium', import.meta.url));
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

const executablePath = process.env.CHROMIUM ?? (existsSync(OWN) ? OWN : undefined);
const wanted = process.argv.slice(2);

const server = await createServer({ server: { port: 0, hmr: false, ws: false }, logLevel: 'error' });
await server.listen();
const address = server.resolvedUrls.local[0];
const { aBoot, aCard, aSettings, aUser } = await server.ssrLoadModule('/src/testing/factories.ts');

const member = aUser({ unread_messages: 3, new_likes: 2, paid_user: true, credits: 8 });
const PAGES = {
  sheet: { path: 'build/sheet.html' },
  home: { path: '', boot: aBoot() },
  'home-nl-evergreen': {
    path: '',
    boot: aBoot({ language: 'nl', settings: aSettings({ niche: 7, name: 'Evergreen' }) }),
  },
  'home-member': { path: '', boot: aBoot({ user: member }) },
  login: { path: 'login', boot: aBoot({ language: 'de' }) },
  'lang-config': { path: 'lang-config', boot: aBoot({ user: member }) },
  missing: { path: 'nowhere', boot: aBoot() },
};

/** The server's part: the facts in the page, and a few people to show. */
async function answer(context, boot) {
  await context.route('**/*', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/search')) return route.fulfill({ json: { results: people() } });
    if (pathname.startsWith('/api/')) return route.fulfill({ status: 204 });
    if (request.resourceType() !== 'document' || !boot) return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace('<!--hearth:boot-->', () => JSON.stringify(boot));
    return route.fulfill({ response, body });
  });
}

const picture = (name) => ({ thumb: '', card: `/src/features/home/pictures/${name}.svg`, is_locked: false });
const people = () => [
  aCard({ photo: picture('henk'), is_online: true }),
  aCard({ name: 'Yvonne', age: 67, city: 'Antwerpen', photo: picture('yvonne') }),
  aCard({
    name: 'Marijke',
    age: 61,
    photo: picture('marijke'),
    kind: 'fictional',
    fictional_label: 'Fictional profile',
  }),
  aCard({ name: 'Grace', age: 57, city: 'Amersfoort', photo: picture('grace'), is_new: true }),
];

mkdirSync(OUT, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--font-render-hinting=none'] });
for (const [name, { path, boot }] of Object.entries(PAGES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
      await answer(context, boot);
      const page = await context.newPage();
      page.on('console', (message) => message.type() === 'error' && console.error(`${name}: ${message.text()}`));
      page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
      await page.goto(address + path, { waitUntil: 'networkidle' });
      await page.waitForSelector('h1');
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${OUT}${name}-${size}-${colorScheme}.png`, fullPage: true });
      await context.close();
    }
  }
}
await browser.close();
await server.close();
