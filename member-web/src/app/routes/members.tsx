import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { startSearchAt } from '@/features/search/api/search';
import { MemberSearch } from '@/features/search/components/member-search';

export const load = (client: QueryClient, { request }: LoaderFunctionArgs) =>
  startSearchAt(client, new URL(request.url).searchParams);

/** /members: the search (spec 2.2); the filters are in the address. */
export function Component() {
  return (
    <main id="main">
      <MemberSearch />
    </main>
  );
}
