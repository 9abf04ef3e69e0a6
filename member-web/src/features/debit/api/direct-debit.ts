import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { useOnce } from '@/shared/money/once';

/** Whose account pays, and the phone that the code goes to. */
export type Payer = Pick<Schemas['DirectDebitIn'], 'iban' | 'holder' | 'phone' | 'start_now'>;
export type Debit = Schemas['DirectDebitOut'];
/** A bundle, or the order that waits for its code. */
export type What = { bundle_id: string; code?: string } | { order_id: string };

/** Has a code sent; a press after a lost answer sends no second one. */
export const useAskCode = () =>
  useMutation({
    mutationFn: useOnce((wish: What & Payer, idempotencyKey) =>
      api.post('/direct-debit/start', { body: wish, idempotencyKey }),
    ),
  });

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
