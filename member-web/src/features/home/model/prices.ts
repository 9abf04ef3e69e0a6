import type { Money } from '@/i18n/format';

/** What so many credits cost when a message costs so much; rounded up, as the server does. */
export function priceOfCredits(message: Money, messageCredits: number, credits: number): Money {
  return { ...message, minor: Math.ceil((message.minor * credits) / messageCredits) };
}
