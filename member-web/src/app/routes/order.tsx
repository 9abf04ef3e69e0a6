import type { QueryClient } from '@tanstack/react-query';
import { useParams, type LoaderFunctionArgs } from 'react-router';
import { orderQuery } from '@/features/shop/orders/api/orders';
import { OrderPage } from '@/features/shop/orders/components/order-page';

export const load = (client: QueryClient, { params: { id = '' } }: LoaderFunctionArgs) =>
  client.ensureQueryData(orderQuery(id));

/** /transactions/{id}: what became of an order (spec 2.27, 4.5). */
export function Component() {
  const { id = '' } = useParams();
  return (
    <main id="main">
      <OrderPage key={id} id={id} />
    </main>
  );
}
