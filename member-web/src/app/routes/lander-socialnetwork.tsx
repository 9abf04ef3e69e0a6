import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { startLanderWithNames } from '@/features/landing/landers/api/landers';
import { Web } from '@/features/landing/landers/components/web';

export const load = (client: QueryClient, { params }: LoaderFunctionArgs) =>
  startLanderWithNames(client, 'socialnetwork', params.slug);

/** /landers/socialnetwork: a web of things to share. */
export const Component = Web;
