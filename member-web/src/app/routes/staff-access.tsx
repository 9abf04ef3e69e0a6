import type { QueryClient } from '@tanstack/react-query';
import { accessesQuery } from '@/features/settings/api/accesses';
import { StaffAccessPage } from '@/features/settings/components/staff-access-page';

/** Asks while the page opens; the page says what went wrong. */
export const load = (client: QueryClient): void => void client.prefetchInfiniteQuery(accessesQuery);

/** /notifications/staff-access: when staff looked at what is private of the member, and what for (spec 10.6). */
export function Component() {
  return (
    <main id="main">
      <StaffAccessPage />
    </main>
  );
}
