import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { startLander, startNeighbourhood } from '@/features/landing/landers/api/landers';
import { NeighbourMap } from '@/features/landing/landers/components/neighbour-map';

export const load = (client: QueryClient, { params }: LoaderFunctionArgs) =>
  Promise.all([startLander(client, 'maplanding', params.slug), startNeighbourhood(client)]);

/** /landers/maplanding: a map of towns. */
export const Component = NeighbourMap;
