import type { Settings } from '@/api/types';
import type { Money } from '@/i18n/format';

/** The lowest price of a message for a visitor's country, else for the site's first; undefined when none is set. */
export function lowestMessagePrice({
  minimum_message_costs: all,
  geoip_country: country,
}: Pick<Settings, 'minimum_message_costs' | 'geoip_country'>): Money | undefined {
  const found = all.find((one) => one.country === country) ?? all[0];
  return found && { minor: found.costs, currency: found.currency };
}

/** The least that so many credits cost, rounded up as the server does; null where a message has no price. */
export function priceOfCredits(
  message: Money | null | undefined,
  messageCredits: number,
  credits: number,
): Money | null {
  if (!message || messageCredits === 0) return null;
  return { ...message, minor: Math.ceil((message.minor * credits) / messageCredits) };
}
