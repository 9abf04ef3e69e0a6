import type { Schemas } from '@/api/types';

type Order = Schemas['OrderOut'];
type Refund = Schemas['RefundOut'];

/** Whether the provider can still change the order by itself (spec 4.5). */
export const isWaiting = (state: Order['state']): boolean => state === 'loading' || state === 'pending';

/** What the page of an order shows. */
export type Screen = 'asking' | 'unfinished' | 'pending' | 'completed' | 'failed' | 'cancelled';

/**
 * The screen of an order. One that is `loading` is asked after first; when it still is, the payer came back from the
 * provider's page without deciding, if there is such a page.
 */
export function screenOf({ state, checkout_url: page }: Pick<Order, 'state' | 'checkout_url'>, asked: boolean): Screen {
  if (state !== 'loading') return state;
  return asked && page ? 'unfinished' : 'asking';
}

/** Where money on its way back is, in four words that a member tells apart. */
export function refundStage(state: Refund['state']): 'checking' | 'underway' | 'sent' | 'failed' {
  if (state === 'requested') return 'checking';
  if (state === 'refunded') return 'sent';
  return ['failed', 'canceled', 'rejected'].includes(state) ? 'failed' : 'underway';
}
