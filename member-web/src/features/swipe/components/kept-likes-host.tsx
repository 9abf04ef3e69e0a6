import { lazy, Suspense } from 'react';
import { useUser } from '@/api/session';
import { withTexts } from '@/i18n';
import { hasKeptLikes } from '@/lib/kept-likes';

const KeptLikes = lazy(() => withTexts(import('./kept-likes'), 'tinderswipe'));

/** Sends the likes that were given before sign-up; its code is loaded only if there are some. */
export function KeptLikesHost() {
  const user = useUser();
  if (!user || !hasKeptLikes()) return null;
  return (
    <Suspense>
      <KeptLikes user={user} />
    </Suspense>
  );
}
