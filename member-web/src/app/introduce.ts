import type { QueryClient } from '@tanstack/react-query';
import { redirect, type LoaderFunctionArgs } from 'react-router';
import { userQuery } from '@/api/session';
import { introductionQuery } from '@/features/landing/api/introduction';
import { paths } from '@/lib/paths';

/** Fetches the person of a member's own address; whoever is logged in goes straight to the profile (spec 2.6, 2.7). */
export async function introduce(client: QueryClient, { params: { id = '' } }: LoaderFunctionArgs) {
  if (client.getQueryData(userQuery.queryKey)) throw redirect(paths.member.to(id));
  await client.prefetchQuery(introductionQuery(id));
  return null;
}
