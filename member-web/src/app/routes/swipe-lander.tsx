import type { QueryClient } from '@tanstack/react-query';
import { redirect } from 'react-router';
import { userQuery } from '@/api/session';
import { startDoorDeck } from '@/features/swipe/api/door-deck';
import { SwipeLander } from '@/features/swipe/components/swipe-lander';
import { paths } from '@/lib/paths';

export function load(client: QueryClient) {
  if (client.getQueryData(userQuery.queryKey)) throw redirect(paths.swipeGame.to());
  startDoorDeck(client);
}

/** /landers/tinderswipe: some cards for visitors, then the door (spec 2.28). */
export function Component() {
  return (
    <main id="main">
      <SwipeLander />
    </main>
  );
}
