import { lazy, Suspense } from 'react';
import { useUser } from '@/api/session';
import { loadNamespaces } from '@/i18n';
import { hasKeptLikes } from '@/lib/kept-likes';

const KeptLikes = lazy(async () => {
  const [gift] = await Promise.all([import('./kept-likes'), loadNamespaces(['tinderswipe'])]);
  return gift;
});

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
