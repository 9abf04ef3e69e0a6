import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/api-error';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';

export type Discount = Schemas['DiscountOut'];

/** The active discount (time bonus, else welcome code), and when this page received it, by its own steady clock. */
export interface ReceivedDiscount {
  discount: Discount;
  at: number;
}

/** A discount, or none, as of now. */
export const received = (discount: Discount | null): ReceivedDiscount | null =>
  discount && { discount, at: performance.now() };

/** That there is none is an answer, which is not asked for again on each page. */
function noneThere(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

/** A load that fails, or a member without a discount, shows nothing (spec 8.2). Asked anew when the page comes back. */
export const discountQuery = queryOptions({
  queryKey: ['discount'],
  queryFn: async ({ signal }) =>
    received(await api.get('/discount-code', { query: { welcome: true }, signal }).catch(noneThere)),
  throwOnError: false,
  staleTime: 300_000,
  // A device that slept has lost the time that went by.
  refetchOnWindowFocus: ({ state }) => (state.data ? 'always' : false),
});
