import type { QueryClient } from '@tanstack/react-query';
import { useUser } from '@/api/session';
import { startMemberHome } from '@/features/home/api/member-home';
import { startShowcase } from '@/features/home/api/showcase';
import { MemberHome } from '@/features/home/components/member-home';
import { MemberPeople } from '@/features/home/components/member-people';
import { VisitorHome } from '@/features/home/components/visitor-home';

export const load = (client: QueryClient) => {
  startShowcase(client);
  startMemberHome(client);
};

/** /: the home page, for visitors and for members. */
export function Component() {
  const user = useUser();
  return (
    <main id="main">
      {user ? (
        <>
          <MemberHome user={user} />
          <MemberPeople />
        </>
      ) : (
        <VisitorHome />
      )}
    </main>
  );
}
