import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { chatKeys } from '../../api/keys';

/** The gifts that can be sent, with what they cost this member; the dearest last. */
export const giftsQuery = queryOptions({
  queryKey: chatKeys.gifts,
  queryFn: async ({ signal }) => (await api.get('/gifts', { signal })).gifts,
  throwOnError: false,
});
