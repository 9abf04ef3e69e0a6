import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { enter } from '@/api/session';
import type { Schemas } from '@/api/types';

export type Refundable = Pick<Schemas['OrderOut'], 'id'> & { offer: Schemas['RefundOfferOut'] };

/** Until when the member could come back, if they left now. */
export const deletionQuery = queryOptions({
  queryKey: ['deletion'],
  queryFn: ({ signal }) => api.get('/account/deletion', { signal }),
});

/** What the company gives who stays, if anything. */
export const stayOfferQuery = queryOptions({
  queryKey: ['stay-offer'],
  queryFn: async ({ signal }) => (await api.get('/stay-offer', { signal })).offer,
  throwOnError: false,
});

/** Takes the offer: the code of who stays. */
export function useTakeStayOffer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.post('/stay-offer')).offer,
    onSuccess: (offer) => client.setQueryData(stayOfferQuery.queryKey, offer),
  });
}

/** The orders whose unspent credits can go back as money now. Those that can are young, so the first page has them. */
export const refundableQuery = queryOptions({
  queryKey: ['orders', 'refundable'],
  queryFn: async ({ signal }) => {
    const { orders } = await api.get('/orders', { query: { page: 1 }, signal });
    return orders.flatMap(({ id, refund_offer: offer }): Refundable[] => (offer ? [{ id, offer }] : []));
  },
  throwOnError: false,
});

/** Has the unspent credits of all these orders back as money, for the amounts that the member saw. */
export function useWithdrawAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (orders: readonly Refundable[]) => {
      for (const { id, offer } of orders) {
        // One after the other: each is a step of money on its own, and stays done when the next one fails.
        // oxlint-disable-next-line no-await-in-loop
        await api.post('/orders/{order_id}/withdrawal', {
          path: { order_id: id },
          body: { amount_minor: offer.amount.minor },
        });
      }
    },
    onSettled: () => client.invalidateQueries(),
  });
}

/** Whether the member is invisible already. */
export const invisibleQuery = queryOptions({
  queryKey: ['profile', 'invisible'],
  queryFn: async ({ signal }) => (await api.get('/profile', { signal })).is_invisible,
  throwOnError: false,
});

/** Makes the member invisible instead. */
export function useBecomeInvisible() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.patch('/profile', { body: { is_invisible: true } }),
    onSuccess: () => client.invalidateQueries(),
  });
}

/** Deletes the account; `leave` goes to a page that is not the member's, before the member is forgotten. */
export function useDeleteAccount(leave: (eraseAt: string) => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: Schemas['DeletionIn']) => api.post('/account/deletion', { body: wish }),
    onSuccess: async ({ erase_at }) => {
      await leave(erase_at);
      enter(client, null);
    },
  });
}

/** Brings the account back by the mailed link, and logs in. */
export function useReactivate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => api.post('/reactivation', { body: { token } }),
    onSuccess: (user) => enter(client, user),
  });
}
