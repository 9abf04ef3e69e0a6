import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { useOnce } from '@/shared/money/once';
import { shopKeys } from '../../api/keys';
import { isWaiting } from '../model/order-states';
import { pauseAfter } from '../model/polling';

export type Order = Schemas['OrderOut'];
export type Payment = Schemas['PaymentOut'];
export type Refund = Schemas['RefundOut'];
export type RefundOffer = Schemas['RefundOfferOut'];
/** How to pay. */
export type Wish = Schemas['WishIn'];

/** The member's orders, the newest first (spec 2.27). */
export const ordersQuery = infiniteQueryOptions({
  queryKey: shopKeys.orders,
  queryFn: ({ pageParam, signal }) => api.get('/orders', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
});

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: shopKeys.order(id),
    queryFn: ({ signal }) => api.get('/orders/{order_id}', { path: { order_id: id }, signal }),
  });

/** Puts an answer where the pages look for it; once money moved, everything that hangs on money is asked for anew. */
function take(client: QueryClient, order: Order): void {
  const known = client.getQueryData<Order>(shopKeys.order(order.id));
  client.setQueryData(shopKeys.order(order.id), order);
  void client.invalidateQueries({ queryKey: shopKeys.orders });
  if ((known?.state ?? 'loading') !== order.state) refreshAfterMoney(client);
}

/** Balance, badge, discounts, and photos that a bundle opens; an open conversation keeps what is unsent. */
function refreshAfterMoney(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => !UNTOUCHED.has(String(queryKey[0])) });
}

const UNTOUCHED: ReadonlySet<string> = new Set(['order', 'convo', 'settings', 'reference']);

/**
 * Asks the provider what became of an order: at once, then after 2, 3, 5 seconds and so on while it waits (spec 4.5).
 * `asked`: the provider has answered; `isAway`: it did not, the last time.
 */
export function useSync(order: Order) {
  const client = useQueryClient();
  const { isSuccess, isError } = useQuery({
    queryKey: shopKeys.sync(order.id),
    queryFn: async () => {
      const fresh = await api.post('/orders/{order_id}/sync', { path: { order_id: order.id } });
      take(client, fresh);
      return fresh.state;
    },
    enabled: isWaiting(order.state),
    refetchInterval: ({ state }) => pauseAfter(state.dataUpdateCount + state.errorUpdateCount),
    throwOnError: false,
    staleTime: 0,
    gcTime: 0,
  });
  return { asked: isSuccess, isAway: isError };
}

/** Orders a bundle and begins its payment. */
export function usePlaceOrder() {
  const client = useQueryClient();
  const place = useOnce((wish: Schemas['OrderIn'], idempotencyKey) =>
    api.post('/orders', { body: wish, idempotencyKey }),
  );
  return useMutation({
    mutationFn: place,
    onSuccess: (order) => take(client, order),
    // A refused code has changed what the bundle costs.
    onError: () => client.invalidateQueries({ queryKey: shopKeys.shop }),
  });
}

/** Pays an order again after it failed, or in another way (spec 4.5). */
export function usePayAgain(orderId: string) {
  const client = useQueryClient();
  const pay = useOnce((wish: Wish, idempotencyKey) =>
    api.post('/orders/{order_id}/payments', { path: { order_id: orderId }, body: wish, idempotencyKey }),
  );
  return useMutation({
    mutationFn: pay,
    // While the browser goes to the provider's page, this one stays as it is.
    onSuccess: (order) => {
      if (order.checkout_url === null) take(client, order);
    },
    onError: () => client.invalidateQueries({ queryKey: shopKeys.order(orderId) }),
  });
}

/** Gives up an order that nobody has paid. */
export function useCancelOrder(orderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post('/orders/{order_id}/cancel', { path: { order_id: orderId } }),
    onSuccess: (order) => take(client, order),
  });
}

/** Has unspent credits back as money, for the amount that the member saw. */
export function useWithdraw(orderId: string) {
  const client = useQueryClient();
  const withdraw = useOnce((wish: Schemas['WithdrawalIn'], idempotencyKey) =>
    api.post('/orders/{order_id}/withdrawal', { path: { order_id: orderId }, body: wish, idempotencyKey }),
  );
  return useMutation({
    mutationFn: withdraw,
    onSettled: async () => {
      refreshAfterMoney(client);
      await client.invalidateQueries({ queryKey: shopKeys.order(orderId) });
    },
  });
}
