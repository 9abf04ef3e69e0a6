import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/api/api-error';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { createRequestKey } from '@/lib/request-key';

/** Whose account pays, and the phone that the code goes to. */
export type Payer = Pick<Schemas['DirectDebitIn'], 'iban' | 'holder' | 'phone' | 'start_now'>;
export type Debit = Schemas['DirectDebitOut'];
/** A bundle, or the order that waits for its code. */
export type What = { bundle_id: string; code?: string } | { order_id: string };

/** What the bundle costs now. */
export const priceQuery = (bundleId: string, code: string) =>
  queryOptions({
    queryKey: ['shop', 'quote', bundleId, code] as const,
    queryFn: ({ signal }) => api.post('/shop/quote', { body: { bundle_id: bundleId, ...(code && { code }) }, signal }),
  });

/** Has a code sent; a press after a lost answer sends no second one. */
export function useAskCode() {
  const [requestKey] = useState(createRequestKey);
  return useMutation({
    mutationFn: async (wish: What & Payer) => {
      try {
        const debit = await api.post('/direct-debit/start', { body: wish, idempotencyKey: requestKey.keyFor(wish) });
        requestKey.forget();
        return debit;
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) requestKey.forget();
        throw error;
      }
    },
  });
}

/** Authorises the debit; the same code again is answered as before, so that a lost answer costs nothing. */
export function useAuthorise() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (permission: Schemas['DirectDebitConfirmIn']) =>
      api.post('/direct-debit/confirm', { body: permission }),
    onSuccess: (order) => {
      client.setQueryData(['order', order.id], order);
      void client.invalidateQueries({ queryKey: ['orders'] });
      void client.invalidateQueries({ queryKey: ['shop'] });
    },
  });
}
