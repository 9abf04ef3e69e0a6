import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { startLander } from '@/features/landing/landers/api/landers';
import { Film } from '@/features/landing/landers/components/film';

export const load = (client: QueryClient, { params }: LoaderFunctionArgs) => startLander(client, 'video', params.slug);

/** /landers/video: a drawn film. */
export const Component = Film;
