import type { QueryClient } from '@tanstack/react-query';
import { deletionQuery } from '@/features/account-life/api/leaving';
import { LeavePage } from '@/features/account-life/components/leave-page';

export const load = (client: QueryClient) => client.fetchQuery(deletionQuery);

/** /notifications/delete: leaving, with what may be enough instead (spec 2.33). */
export function Component() {
  return (
    <main id="main" className="wrap">
      <LeavePage />
    </main>
  );
}
