import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { shopKeys } from './keys';

export type Shop = Schemas['ShopOut'];
export type Bundle = Schemas['BundleOut'];
export type Quote = Schemas['QuoteOut'];
export type Method = Schemas['MethodOut'];
export type SavedMethod = Schemas['SavedMethodOut'];
export type Methods = Schemas['MethodsOut'];

/** What is for sale to the member (spec 2.19). */
export const shopQuery = queryOptions({
  queryKey: shopKeys.shop,
  queryFn: ({ signal }) => api.get('/shop', { signal }),
});

/** The ways to pay for a bundle; the page stands without them when the provider is away. */
export const methodsQuery = (bundleId: string, code: string) =>
  queryOptions({
    queryKey: shopKeys.methods(bundleId, code),
    queryFn: ({ signal }) => api.get('/shop/methods', { query: { bundle_id: bundleId, code }, signal }),
    throwOnError: false,
  });
