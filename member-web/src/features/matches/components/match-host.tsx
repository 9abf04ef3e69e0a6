import { lazy, Suspense } from 'react';
import { useMatch } from '@/api/match';
import { useUser } from '@/api/session';
import { loadNamespaces } from '@/i18n';

const MatchOverlay = lazy(async () => {
  const [overlay] = await Promise.all([import('./match-overlay'), loadNamespaces(['matches'])]);
  return overlay;
});

/** The place of the overlay "New like!"; its code and its texts arrive with the first match. */
export function MatchHost() {
  const { person, close } = useMatch();
  const user = useUser();
  if (!person || !user) return null;
  return (
    <Suspense>
      <MatchOverlay key={person.id} person={person} user={user} onClose={close} />
    </Suspense>
  );
}
