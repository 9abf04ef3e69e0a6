import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { startLander } from '@/features/landers/api/landers';
import { AloneTonight } from '@/features/landers/components/alone-tonight';

export const load = (client: QueryClient, { params }: LoaderFunctionArgs) =>
  startLander(client, 'alonetonight', params.slug);

/** /landers/alonetonight: an evening street whose windows light up. */
export const Component = AloneTonight;
