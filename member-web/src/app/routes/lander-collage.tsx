import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { startLander } from '@/features/landing/landers/api/landers';
import { Collage } from '@/features/landing/landers/components/collage';

export const load = (client: QueryClient, { params }: LoaderFunctionArgs) =>
  startLander(client, 'collagelanding', params.slug);

/** /landers/collagelanding: a wall full of portraits. */
export const Component = Collage;
