import type { QueryClient } from '@tanstack/react-query';
import { redirect, useParams, type LoaderFunctionArgs } from 'react-router';
import { pageQuery } from '@/features/pages/api/page';
import { StaticPage } from '@/features/pages/components/static-page';
import { currentLanguage } from '@/i18n';

/** A page has one address, whichever of the two kinds it was asked for at. */
export async function load(client: QueryClient, { params: { page = '' }, request }: LoaderFunctionArgs) {
  const { path } = await client.ensureQueryData(pageQuery(page, currentLanguage()));
  const { pathname, search } = new URL(request.url);
  if (pathname !== path) throw redirect(path + search);
}

/** /pages/:page and /:page: the pages that every site has, and those that its operator wrote (spec 2.30). */
export function Component() {
  const { page = '' } = useParams();
  return (
    <main id="main">
      <StaticPage key={page} token={page} />
    </main>
  );
}
