import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';

export type Prices = Schemas['PricesOut'];
export type CountryPrices = Schemas['CountryPricesOut'];

/** What everything costs in each country, for visitors too (spec 2.20). */
export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: ({ signal }) => api.get('/prices', { signal }),
  staleTime: Infinity,
});
