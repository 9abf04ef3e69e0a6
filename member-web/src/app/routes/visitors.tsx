import type { QueryClient } from '@tanstack/react-query';
import { VisitorsPage } from '@/features/likes/components/visitors-page';
import { visitsQuery } from '@/shared/person/profile-visits';

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
