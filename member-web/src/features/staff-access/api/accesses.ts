import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';

export type StaffAccess = Schemas['AccessOut'];

/** When staff looked at what is private of the member, the newest first. */
export const accessesQuery = queryOptions({
  queryKey: ['staff-access'],
  queryFn: ({ signal }) => api.get<StaffAccess[]>('/staff-access', undefined, signal),
  throwOnError: false,
});
