import type { Schemas } from '@/api/types';
import type { Money } from '@/i18n/format';

type Prices = Schemas['PricesOut'];
type CountryPrices = Schemas['CountryPricesOut'];

/** The least that so many credits cost in a country, rounded up as the server does; null where it names no minimum. */
export function worth(
  { minimum_message_cost: message }: Pick<CountryPrices, 'minimum_message_cost'>,
  messageCredits: number,
  credits: number,
): Money | null {
  if (!message || messageCredits === 0) return null;
  return { ...message, minor: Math.ceil((message.minor * credits) / messageCredits) };
}

/** The reader's own country first, as far as the site sells there. */
export function ownFirst(countries: Prices['countries'], own: string | null | undefined): Prices['countries'] {
  return [...countries].sort((a, b) => Number(b.country === own) - Number(a.country === own));
}
