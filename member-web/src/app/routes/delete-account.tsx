import type { QueryClient } from '@tanstack/react-query';
import { deletionQuery, invisibleQuery, refundableQuery, stayOfferQuery } from '@/features/leaving/api/leaving';
import { LeavePage } from '@/features/leaving/components/leave-page';

export const load = (client: QueryClient) =>
  Promise.all([
    client.fetchQuery(deletionQuery),
    client.prefetchQuery(invisibleQuery),
    client.prefetchQuery(refundableQuery),
    client.prefetchQuery(stayOfferQuery),
  ]);

/** /notifications/delete: leaving, with what may be enough instead (spec 2.33). */
export function Component() {
  return (
    <main id="main" className="wrap">
      <LeavePage />
    </main>
  );
}
