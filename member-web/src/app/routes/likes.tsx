import type { QueryClient } from '@tanstack/react-query';
import { redirect, useParams, type LoaderFunctionArgs } from 'react-router';
import { startLikes } from '@/features/likes/api/likes';
import { LikesPage } from '@/features/likes/components/likes-page';
import { likeList } from '@/features/likes/model/lists';
import { paths } from '@/lib/paths';

export function load(client: QueryClient, { params: { type }, request }: LoaderFunctionArgs) {
  if (type === undefined) throw redirect(paths.likes.to('received') + new URL(request.url).search);
  const list = likeList(type);
  if (!list) throw new Response(null, { status: 404 });
  startLikes(client, list);
  return null;
}

/** /likes/{received|sent|matches}; /likes leads to the received ones (spec 2.15). */
export function Component() {
  const { type } = useParams();
  return (
    <main id="main">
      <LikesPage type={likeList(type) ?? 'received'} />
    </main>
  );
}
