import { lazy, Suspense } from 'react';
import { useUser } from '@/api/session';
import { withTexts } from '@/i18n';
import { useMatch } from '@/shared/like/match';

const MatchOverlay = lazy(() => withTexts(import('./match-overlay'), 'matches'));
const Hello = lazy(() => import('./hello'));

/** The place of the overlay "New like!"; its code and its texts arrive with the first match or hello. */
export function MatchHost() {
  const { person, close } = useMatch();
  const user = useUser();
  if (!user) return null;
  return (
    <Suspense>
      {user.auto_like_due && <Hello />}
      {person && <MatchOverlay key={person.id} person={person} user={user} onClose={close} />}
    </Suspense>
  );
}
