import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/api-error';
import { settingsQuery, userQuery, useSettings, useUser } from '@/api/session';
import type { Settings, User } from '@/api/types';
import { useInBrowser } from '@/lib/in-browser';
import { readTrafficSource } from '@/lib/traffic-source';

/** Whether somebody may search and see profiles (spec 6.1); the server decides again. */
export function mayLook(user: User | null, settings: Settings, cameFromSomewhere: boolean): boolean {
  const bySource = settings.logged_out_search_trafficsource && cameFromSomewhere;
  return user !== null || settings.logged_out_search || bySource;
}

const network = () => readTrafficSource()?.network;

/** Whether whoever is here may look. */
export const useMayLook = (): boolean => mayLook(useUser(), useSettings(), useInBrowser() && network() !== undefined);

/** The same, before a page shows. */
export function mayLookNow(client: QueryClient): boolean {
  const settings = client.getQueryData(settingsQuery.queryKey);
  return (
    settings !== undefined &&
    mayLook(client.getQueryData(userQuery.queryKey) ?? null, settings, network() !== undefined)
  );
}

/** What the server needs to know of a visitor beside what is asked for. */
export function visitorQuery(): { network?: string } {
  const known = network();
  return known === undefined ? {} : { network: known };
}

/** Whether an answer was refused because only members may look. */
export const needsLogin = (error: unknown): boolean => error instanceof ApiError && error.authenticationRequired;
