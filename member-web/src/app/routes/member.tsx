import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useParams, type LoaderFunctionArgs } from 'react-router';
import { mayLookNow, useMayLook } from '@/api/visitors';
import { memberQuery } from '@/features/member-profile/api/member';
import { ProfileView } from '@/features/member-profile/components/profile-view';
import { Gate } from '@/ui/gate/gate';
import { Skeleton } from '@/ui/skeleton/skeleton';

export const load = (client: QueryClient, { params: { id = '' } }: LoaderFunctionArgs) =>
  mayLookNow(client) && client.ensureQueryData(memberQuery(id));

/** /members/{id} and /likes/m/{id}: somebody's profile (spec 2.3, 2.4), or for some visitors the way in (spec 6.1). */
export function Component() {
  return <main id="main">{useMayLook() ? <Profile /> : <Gate />}</main>;
}

function Profile() {
  const { id = '' } = useParams();
  const { data: profile } = useQuery(memberQuery(id));
  return profile ? <ProfileView key={profile.id} profile={profile} /> : <Skeleton shape="block" />;
}
