import type { Schemas } from '@/api/types';

type Money = Schemas['MoneyOut'];

interface Offer {
  credits: number;
  amount: Money;
}

/** What several offers come to: their credits, and their money by currency. */
export function sumOffers(offers: readonly Offer[]): { credits: number; amounts: Money[] } {
  const amounts = new Map<string, number>();
  for (const { amount } of offers) amounts.set(amount.currency, (amounts.get(amount.currency) ?? 0) + amount.minor);
  return {
    credits: offers.reduce((sum, { credits }) => sum + credits, 0),
    amounts: [...amounts].map(([currency, minor]) => ({ currency, minor })),
  };
}
