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
}

/** The boot facts of this page; under the development server, which fills no page, they are asked for. */
export async function readBoot(): Promise<Boot> {
  const text = document.getElementById('hearth-boot')?.textContent?.trim();
  if (text && !text.startsWith('<!--')) return JSON.parse(text) as Boot;
  const [settings, user] = await Promise.all([api.get<Settings>('/settings'), api.get<User>('/me').catch(() => null)]);
  return { settings, user, language: user?.language ?? settings.domain_language };
}
