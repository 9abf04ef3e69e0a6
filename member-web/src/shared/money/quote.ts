import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';

/** What a bundle costs now, with a code or without (""). */
export const quoteQuery = (bundleId: string, code: string) =>
  queryOptions({
    queryKey: ['shop', 'quote', bundleId, code],
    queryFn: ({ signal }) => api.post('/shop/quote', { body: { bundle_id: bundleId, ...(code && { code }) }, signal }),
  });
