import { useNavigate } from 'react-router';
import { paths } from '@/lib/paths';
import type { Order } from '../orders/api/orders';

/** Goes to where an order is paid: the provider's page, or at once to the order's own when nothing is left to do. */
export function useLeave() {
  const navigate = useNavigate();
  return (order: Order): void => {
    if (order.checkout_url) window.location.assign(order.checkout_url);
    else void navigate(paths.order.to(order.id));
  };
}
