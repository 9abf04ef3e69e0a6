import type { QueryClient } from '@tanstack/react-query';
import { ordersQuery } from '@/features/shop/orders/api/orders';
import { OrdersPage } from '@/features/shop/orders/components/orders-page';

export const load = (client: QueryClient) => client.ensureInfiniteQueryData(ordersQuery);

/** /transactions: the member's orders (spec 2.27). */
export function Component() {
  return (
    <main id="main">
      <OrdersPage />
    </main>
  );
}
