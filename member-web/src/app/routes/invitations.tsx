import type { QueryClient } from '@tanstack/react-query';
import { invitationsQuery } from '@/features/invitations/api/invitations';
import { InvitationsPage } from '@/features/invitations/components/invitations-page';

export const load = (client: QueryClient) => client.ensureQueryData(invitationsQuery);

/** /invitations: bringing others in, where the site lets members. */
export function Component() {
  return (
    <main id="main">
      <InvitationsPage />
    </main>
  );
}
