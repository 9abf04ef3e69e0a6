import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { startLander } from '@/features/landers/api/landers';
import { NeighbourMap } from '@/features/landers/components/neighbour-map';

export const load = (client: QueryClient, { params }: LoaderFunctionArgs) =>
  startLander(client, 'maplanding', params.slug);

/** /landers/maplanding: a map of towns. */
export const Component = NeighbourMap;
