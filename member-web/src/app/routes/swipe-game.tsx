import type { QueryClient } from '@tanstack/react-query';
import { startDeck } from '@/features/swipe/api/deck';
import { SwipePage } from '@/features/swipe/components/swipe-page';

export const load = (client: QueryClient) => startDeck(client);

/** /swipe-game: the deck (spec 2.24). */
export function Component() {
  return (
    <main id="main">
      <SwipePage />
    </main>
  );
}
