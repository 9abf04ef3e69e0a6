import { lazy, Suspense } from 'react';
import { useUser } from '@/api/session';
import { loadNamespaces } from '@/i18n';
import { hasKeptLikes } from '@/lib/kept-likes';

const KeptLikes = lazy(async () => {
  const [gift] = await Promise.all([import('./kept-likes'), loadNamespaces(['tinderswipe'])]);
  return gift;
});

/** The place where likes from the door are given; its code comes only for somebody who kept some. */
export function KeptLikesHost() {
  const user = useUser();
  if (!user || !hasKeptLikes()) return null;
  return (
    <Suspense>
      <KeptLikes user={user} />
    </Suspense>
  );
}
