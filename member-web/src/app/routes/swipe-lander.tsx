import type { QueryClient } from '@tanstack/react-query';
import { redirect, type LoaderFunctionArgs } from 'react-router';
import { userQuery } from '@/api/session';
import { startLander, useOwnWords } from '@/features/landing/landers/api/landers';
import { startVisitorDeck } from '@/features/swipe/api/visitor-deck';
import { SwipeLander } from '@/features/swipe/components/swipe-lander';
import { paths } from '@/lib/paths';

export function load(client: QueryClient, { params }: LoaderFunctionArgs) {
  if (client.getQueryData(userQuery.queryKey)) throw redirect(paths.swipeGame.to());
  startVisitorDeck(client);
  return startLander(client, 'tinderswipe', params.slug);
}

/** /landers/tinderswipe: some cards for visitors, then the invitation to join (spec 2.28). */
export function Component() {
  return (
    <main id="main">
      <SwipeLander own={useOwnWords('tinderswipe')} />
    </main>
  );
}
