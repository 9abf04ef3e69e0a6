import type { QueryClient } from '@tanstack/react-query';
import { useUser } from '@/api/session';
import { startShowcase } from '@/features/home/api/showcase';
import { MemberHome } from '@/features/home/components/member-home';
import { VisitorHome } from '@/features/home/components/visitor-home';

export const load = (client: QueryClient) => startShowcase(client);

/** /: the front door for a visitor, what waits for a member. */
export function Component() {
  const user = useUser();
  return <main id="main">{user ? <MemberHome user={user} /> : <VisitorHome />}</main>;
}
