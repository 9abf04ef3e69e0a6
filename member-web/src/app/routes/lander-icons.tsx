import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { startLanderWithNames } from '@/features/landing/landers/api/landers';
import { Icons } from '@/features/landing/landers/components/icons';

export const load = (client: QueryClient, { params }: LoaderFunctionArgs) =>
  startLanderWithNames(client, 'iconslanding', params.slug);

/** /landers/iconslanding: what one likes, to take along. */
export const Component = Icons;
