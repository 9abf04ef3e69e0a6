import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { userQuery, useUser } from '@/api/session';
import { withTexts } from '@/i18n';
import { paths } from '@/lib/paths';
import type { Page } from './pages';

/** What a page says of itself to what stands around it. */
export interface PageHandle {
  only: Page['only'];
}

/** A lazily loaded page: its chunk and its texts arrive together, then its data. */
export function page(client: QueryClient, { path, module, texts = [], only }: Page): RouteObject {
  return {
    path,
    handle: { only } satisfies PageHandle,
    lazy: async () => {
      const { Component, load } = await withTexts(module(), ...texts);
      return {
        Component: only === 'member' ? forMembers(Component) : Component,
        loader: async (args: LoaderFunctionArgs) => {
          await admit(client, args.request, only);
          return (await load?.(client, args)) ?? null;
        },
      };
    },
  };
}

const guarded = new Map<ComponentType, ComponentType>();

/**
 * A page of members goes the moment that nobody is logged in, not only when the next page has come. Two addresses of
 * one page share its guard, or the page would begin anew on the way from one to the other.
 */
function forMembers(Component: ComponentType): ComponentType {
  const guard = guarded.get(Component) ?? guardOf(Component);
  guarded.set(Component, guard);
  return guard;
}

function guardOf(Component: ComponentType): ComponentType {
  return function ForMembers() {
    return useUser() ? <Component /> : null;
  };
}

/** Lets the right people in; the server decides again for every request. */
async function admit(client: QueryClient, request: Request, only: Page['only']): Promise<void> {
  const user = await client.ensureQueryData(userQuery);
  const { pathname, search } = new URL(request.url);
  if (only === 'member' && !user) throw redirect(paths.login.to(pathname + search));
  if (only === 'visitor' && user) throw redirect(paths.members.to());
}
