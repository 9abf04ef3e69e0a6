import type { Schemas } from '@/api/types';

type Order = Pick<Schemas['OrderOut'], 'payments'>;
type Methods = Schemas['MethodsOut'];

export const PAYPAL = 'paypal';

/**
 * How the last payment is tried once more: the same method, with the saved way that was used. Undefined where the
 * saved way is gone, or the list says that the method is not offered any more.
 */
export function retryWish({ payments }: Order, methods: Methods | undefined) {
  const last = payments.at(-1);
  if (!last) return undefined;
  if (last.mandate_id) {
    const saved = methods?.saved.find(({ id }) => id === last.mandate_id);
    return saved && { method: saved.method, mandate_id: saved.id };
  }
  const isOffered = methods?.methods.some(({ id }) => id === last.method) ?? true;
  return isOffered ? { method: last.method } : undefined;
}

/** Whether PayPal is another way, and not the one that just failed (spec 4.5). */
export function offersPayPal({ payments }: Order, methods: Methods | undefined): boolean {
  const last = payments.at(-1);
  const failedThere = last?.method === PAYPAL && !last.mandate_id;
  return !failedThere && (methods?.methods.some(({ id }) => id === PAYPAL) ?? false);
}
