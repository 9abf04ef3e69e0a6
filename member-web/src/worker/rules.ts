/** The page that stands in where there is no network. The server writes it, in the language and colours of the site. */
export const OFFLINE = '/offline.html';

/** A push message as the server writes it (modules/notifications/service/pushes.py). */
export interface Pushed {
  title: string;
  body: string;
  /** A path of this site. */
  url: string;
  /** A later message with the same tag takes the place of an earlier one. */
  tag: string;
  /** Unread messages and new likes, for the app's icon. */
  badge: number;
  silent: boolean;
  language: string;
}

/** What a device shows for a push message. A tag's second message makes itself heard again, unless it is silent. */
export function noticeOf({ body, url, tag, silent, language }: Pushed) {
  return {
    body,
    tag,
    silent,
    renotify: !silent,
    lang: language,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { url },
  };
}

/** Addresses of this site that are no page of the members' application. */
const NO_PAGES = /^\/(api|media|live|ops)(\/|$)/;

/** Whether an address is one of the members' application on this site. */
export function isMemberPage(url: string, origin: string): boolean {
  const { origin: its, pathname } = new URL(url);
  return its === origin && !NO_PAGES.test(pathname);
}

/** Where a pressed notice leads: to a page of this site, whatever the message said. */
export function pathOf(url: string, origin: string): string {
  const { href, pathname, search, hash } = read(url, origin);
  return isMemberPage(href, origin) ? pathname + search + hash : '/';
}

function read(url: string, origin: string): URL {
  try {
    return new URL(url, origin);
  } catch {
    return new URL(origin);
  }
}

interface Asked {
  method: string;
  mode: string;
  url: string;
}

/**
 * How a request is answered: a `page` from the network, else by the offline page; a file of the `shell` from what was
 * kept at the installation. Everything else is the browser's own affair: no answer of the API is ever kept.
 */
export function wayOf({ method, mode, url }: Asked, origin: string, shell: readonly string[]) {
  const { origin: its, pathname } = new URL(url);
  if (method !== 'GET' || its !== origin) return undefined;
  if (shell.includes(pathname)) return 'shell';
  return mode === 'navigate' && isMemberPage(url, origin) ? 'page' : undefined;
}
