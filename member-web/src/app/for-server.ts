import { LIKE_LISTS } from '@/features/likes/model/lists';
import { LONGEST_SIDE } from '@/lib/photo-drawing';
import { MAX_PIXELS, MAX_UPLOAD_BYTES } from '@/lib/photo-preparing';
import { paths, type Lander } from '@/lib/paths';
import { FIRST_PEOPLE } from '@/ui/person-card/person-card';
import { pages, type Page } from './pages';

/** What the server does for the pages at an address; app/pages/routes.py reads it. Questions are URI templates (RFC 6570). */
export interface ForServer {
  /** Search engines may know the address: the key of its title and description (`pages.head` of the server's texts). */
  head?: string;
  /** Its module and texts are asked for in the page's head; they are wherever there is a `head`. */
  is_preloaded?: true;
  /** What the page asks the API first, of a `slug` in its address, its `language`, and the `country` of a visitor. */
  questions?: readonly string[];
  /** Its query filters: with one, the page asks something else. */
  is_filtered?: true;
  /** So many pictures of people in the first answers are asked for in the page's head. */
  pictures?: number;
  /** The page is drawn on the server for visitors, which needs no answer beside those to `questions`. */
  is_painted?: true;
  /** The question about whom or what has the `id` in its address (and `key`); where nothing is found, there is no page. */
  subject?: string;
  /** The words that a parameter in its address may be; with any other there is no page. */
  words?: Readonly<Record<string, readonly string[]>>;
}

const member: ForServer = { subject: '/members/{id}' };
const introduction: ForServer = { subject: '/members/{id}/introduction' };
const wordsOf = (lander: Lander | 'tinderswipe') => `/landers/${lander}{?slug,language}`;

const lander = (name: Lander, ...questions: string[]): Record<string, ForServer> => ({
  [paths.lander.patternOf(name)]: {
    head: `landers.${name}`,
    questions: [wordsOf(name), ...questions],
    is_painted: true,
  },
});

/** By address; all others are closed to search engines, and the server knows no more of them than that they exist. */
const KNOWN: Record<string, ForServer> = {
  [paths.home.pattern]: {
    head: 'home',
    questions: ['/search?page_size=4&with_photo=true&sort=active'],
    is_painted: true,
  },
  [paths.pricing.pattern]: { head: 'pricing', questions: ['/prices'], is_painted: true },
  [paths.signup.pattern]: { head: 'signup' },
  ...lander('alonetonight'),
  ...lander('collagelanding'),
  ...lander('gallery'),
  ...lander('iconslanding'),
  ...lander('maplanding', '/neighbourhood{?country}'),
  ...lander('socialnetwork'),
  ...lander('transitionsvideolanding'),
  ...lander('video'),
  // Its cards are dealt anew to each visitor, so that it is not painted.
  [paths.swipeLander.pattern]: { head: 'landers.tinderswipe', questions: [wordsOf('tinderswipe')] },
  [paths.members.pattern]: {
    is_preloaded: true,
    questions: ['/search?page=1&page_size=24', '/search/facets'],
    is_filtered: true,
    pictures: FIRST_PEOPLE,
    is_painted: true,
  },
  [paths.likes.pattern]: { is_preloaded: true, words: { type: LIKE_LISTS } },
  [paths.visitors.pattern]: { is_preloaded: true },
  [paths.swipeGame.pattern]: { is_preloaded: true },
  [paths.chats.pattern]: { is_preloaded: true },
  [paths.chat.pattern]: { subject: '/conversations/{id}' },
  [paths.profile.pattern]: { is_preloaded: true },
  [paths.credits.pattern]: { is_preloaded: true },
  [paths.order.pattern]: { subject: '/orders/{id}' },
  [paths.complaint.pattern]: { subject: '/complaints/{id}{?key}' },
  [paths.case.pattern]: { subject: '/cases/{id}{?key}' },
  [paths.login.pattern]: { is_preloaded: true },
  [paths.member.pattern]: member,
  [paths.likedMember.pattern]: member,
  [paths.memberChat.pattern]: member,
  [paths.memberSignup.pattern]: introduction,
  [paths.memberLanding.pattern]: introduction,
  [paths.memberLanding2.pattern]: introduction,
  [paths.memberLanding3.pattern]: introduction,
};

/** Where a long press on the icon of the installed application leads, by the key of its name. */
const SHORTCUTS = { search: paths.members.to(), messages: paths.chats.to(), likes: paths.likes.to() };

/** What the browser makes of a photo before it sends it, which the server must take. */
const PHOTO = { longest_side: LONGEST_SIDE, most_pixels: MAX_PIXELS, most_bytes: MAX_UPLOAD_BYTES };

const FILES = import.meta.glob(['./routes/*.tsx', '!./routes/*.test.tsx']);

export type Route = { pattern: string; module: string; texts: readonly string[] } & ForServer;

/** All routes, each with its module as a file of this front end. */
export async function routesForServer(): Promise<Route[]> {
  // Whoever loads a file gets the same module, by which its name is found.
  const names = new Map<unknown, string>();
  await Promise.all(
    Object.entries(FILES).map(async ([file, load]) => names.set(await load(), file.replace('.', 'src/app'))),
  );
  const told = async ({ path, module, texts = [] }: Page): Promise<Route> => {
    const file = names.get(await module());
    if (!file) throw new Error(`${path} has no file in routes/.`);
    return { pattern: path, module: file, texts, ...KNOWN[path] };
  };
  return Promise.all(Object.values(pages).flat().map(told));
}

/** The file that the server reads, with a line for each route. */
export async function textForServer(): Promise<string> {
  const routes = await routesForServer();
  const lines = routes.map((route) => `  ${JSON.stringify(route)}`).join(',\n');
  const others = Object.entries({ shortcuts: SHORTCUTS, photo: PHOTO }).map(
    ([name, facts]) => ` "${name}": ${JSON.stringify(facts)}`,
  );
  return `{\n "routes": [\n${lines}\n ],\n${others.join(',\n')}\n}\n`;
}
