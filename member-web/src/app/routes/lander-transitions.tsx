import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { startLander } from '@/features/landing/landers/api/landers';
import { DayScenes } from '@/features/landing/landers/components/day-scenes';

export const load = (client: QueryClient, { params }: LoaderFunctionArgs) =>
  startLander(client, 'transitionsvideolanding', params.slug);

/** /landers/transitionsvideolanding: four moments of a day. */
export const Component = DayScenes;
