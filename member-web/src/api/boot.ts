import { api } from './client';
import type { Schemas, Settings, User } from './types';

/** What the server writes into the page, so that the first paint needs no request. */
export interface Boot {
  settings: Settings;
  user: User | null;
  /** Two letters; the interface falls back to English when it does not speak it. */
  language: string;
  /** The text of a static page, where this is one. */
  page?: Schemas['PageOut'];
  /** Address of the live stream; `/live` where the server names none. */
  live?: string;
  /** What the API answers to what this page asks first, by path and query. */
  answers?: Record<string, unknown>;
  /** What a member who has not paid yet saves, if anything. */
  discount?: Schemas['DiscountOut'] | null;
}

/** What the server wrote into this page; nothing under the development server, which fills no page. */
export function writtenBoot(): Boot | undefined {
  const text = document.getElementById('hearth-boot')?.textContent?.trim();
  return text && !text.startsWith('<!--') ? (JSON.parse(text) as Boot) : undefined;
}

/** The boot facts of this page; under the development server, which fills no page, they are asked for. */
export async function readBoot(): Promise<Boot> {
  const written = writtenBoot();
  if (written) return written;
  const [settings, user] = await Promise.all([api.get('/settings'), api.get('/me').catch(() => null)]);
  return { settings, user, language: user?.language ?? settings.domain_language };
}
