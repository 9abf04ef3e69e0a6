import type { QueryClient } from '@tanstack/react-query';
import { visitsQuery } from '@/api/profile-visits';
import { VisitorsPage } from '@/features/visitors/components/visitors-page';

/** Asks while the page opens; the page says what went wrong. */
export const load = (client: QueryClient): void => void client.prefetchInfiniteQuery(visitsQuery);

/** /visitors: who looked at the member's profile (spec 4.12). */
export function Component() {
  return (
    <main id="main">
      <VisitorsPage />
    </main>
  );
}
