import { useQuery, type QueryClient } from '@tanstack/react-query';
import { profileQuery } from '@/features/profile/api/profile';
import { ProfilePage } from '@/features/profile/components/profile-page';
import { Skeleton } from '@/ui/skeleton/skeleton';

export const load = (client: QueryClient) => client.ensureQueryData(profileQuery);

/** /profile: the member's own profile. */
export function Component() {
  const { data: profile } = useQuery(profileQuery);
  return <main id="main">{profile ? <ProfilePage profile={profile} /> : <Skeleton shape="block" />}</main>;
}
