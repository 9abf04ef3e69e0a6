import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { chatKeys } from './keys';

/** The gifts that can be sent, with what they cost this member; the dearest last. */
export const giftsQuery = queryOptions({
  queryKey: chatKeys.gifts,
  queryFn: async ({ signal }) => (await api.get<Schemas['GiftsOut']>('/gifts', undefined, signal)).gifts,
  throwOnError: false,
});
