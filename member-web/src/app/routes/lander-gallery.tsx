import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { startLander } from '@/features/landing/landers/api/landers';
import { Gallery } from '@/features/landing/landers/components/gallery';

export const load = (client: QueryClient, { params }: LoaderFunctionArgs) =>
  startLander(client, 'gallery', params.slug);

/** /landers/gallery: rooms of the house to leaf through. */
export const Component = Gallery;
