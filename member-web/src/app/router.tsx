import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { ErrorPage } from './error-page';
import { ChatLayout } from './layouts/chat-layout';
import { DefaultLayout } from './layouts/default-layout';
import { EmptyLayout } from './layouts/empty-layout';
import { LanderLayout } from './layouts/lander-layout';
import { SignupLayout } from './layouts/signup-layout';
import { page } from './page';
import { pages, type Page } from './pages';
import { Root } from './root';
import { Waiting } from './waiting';

/** The routes of the application, as React Router takes them. */
export function routes(client: QueryClient): RouteObject[] {
  /** Pages inside a layout, which shows at once; an error of a page leaves the layout standing. */
  const layout = (Component: ComponentType, inside: readonly Page[], others: RouteObject[] = []): RouteObject => ({
    Component,
    children: [
      {
        ErrorBoundary: ErrorPage,
        ...(Component !== SignupLayout && { HydrateFallback: Waiting }),
        children: [...inside.map((one) => page(client, one)), ...others],
      },
    ],
  });
  return [
    {
      Component: Root,
      ErrorBoundary: ErrorPage,
      HydrateFallback: Nothing,
      children: [
        layout(DefaultLayout, pages.default, [{ path: '*', loader: notFound, Component: Nothing }]),
        layout(EmptyLayout, pages.empty),
        layout(LanderLayout, pages.lander),
        layout(SignupLayout, pages.signup),
        layout(ChatLayout, pages.chat),
      ],
    },
  ];
}

const Nothing = () => null;

function notFound(): never {
  throw new Response(null, { status: 404 });
}
