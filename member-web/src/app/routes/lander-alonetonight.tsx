import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { startLander } from '@/features/landing/landers/api/landers';
import { AloneTonight } from '@/features/landing/landers/components/alone-tonight';

export const load = (client: QueryClient, { params }: LoaderFunctionArgs) =>
  startLander(client, 'alonetonight', params.slug);

/** /landers/alonetonight: an evening street whose windows light up. */
export const Component = AloneTonight;
