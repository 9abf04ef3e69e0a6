import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams, type LoaderFunctionArgs } from 'react-router';
import { userQuery, useUser } from '@/api/session';
import type { ReportSubject } from '@/features/cases/api/reports';
import { ReportHost } from '@/features/cases/components/report-host';
import { IcebreakerHost } from '@/features/chats/icebreakers/components/icebreaker-host';
import { withIcebreaker } from '@/features/chats/icebreakers/model/draft';
import { keepDraft, readDraft } from '@/features/chats/model/kept';
import { memberQuery, termsQuery, type MemberProfile } from '@/features/member/api/member';
import { ProfileView } from '@/features/member/components/profile-view';
import { paths } from '@/lib/paths';
import { Gate } from '@/shared/visitor/gate';
import { mayLookNow, useMayLook } from '@/shared/visitor/may-look';
import { Skeleton } from '@/ui/skeleton/skeleton';

export function load(client: QueryClient, { params: { id = '' } }: LoaderFunctionArgs) {
  if (!mayLookNow(client)) return null;
  const isMember = client.getQueryData(userQuery.queryKey);
  return Promise.all([client.ensureQueryData(memberQuery(id)), isMember && client.prefetchQuery(termsQuery(id))]);
}

/** /members/{id} and /likes/m/{id}: somebody's profile (spec 2.3, 2.4), or for some visitors the way in (spec 6.1). */
export function Component() {
  return <main id="main">{useMayLook() ? <Profile /> : <Gate />}</main>;
}

function Profile() {
  const { id = '' } = useParams();
  const { data: profile } = useQuery(memberQuery(id));
  return profile ? <Shown key={profile.id} profile={profile} /> : <Skeleton shape="block" />;
}

/** The profile with what other features offer about it. */
function Shown({ profile }: { profile: MemberProfile }) {
  const { id, name } = profile;
  const user = useUser();
  const navigate = useNavigate();
  const [reported, setReported] = useState<ReportSubject>();
  const [begins, setBegins] = useState(false);
  const begin = (text: string) => {
    if (!user) return;
    const pair = { memberId: user.id, partnerId: id };
    keepDraft(pair, withIcebreaker(readDraft(pair), text));
    void navigate(paths.memberChat.to(id));
  };
  const endReport = (isBlocked: boolean) => {
    setReported(undefined);
    if (isBlocked) void navigate(paths.members.to(), { replace: true });
  };
  return (
    <>
      <ProfileView
        profile={profile}
        onReport={(photo) =>
          setReported(photo ? { kind: 'photo', member_id: id, photo_id: photo.id } : { kind: 'profile', member_id: id })
        }
        onBegin={() => setBegins(true)}
      />
      <ReportHost subject={reported} name={name} onClose={endReport} />
      <IcebreakerHost name={name} isOpen={begins} onPick={begin} onClose={() => setBegins(false)} />
    </>
  );
}
