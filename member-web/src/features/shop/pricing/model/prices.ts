import type { Schemas } from '@/api/types';

type Prices = Schemas['PricesOut'];

/** The reader's own country first, as far as the site sells there. */
export function ownFirst(countries: Prices['countries'], own: string | null | undefined): Prices['countries'] {
  return [...countries].sort((a, b) => Number(b.country === own) - Number(a.country === own));
}
