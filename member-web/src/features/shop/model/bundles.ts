import type { Schemas } from '@/api/types';
import type { Money } from '@/i18n/format';

type Priced = Pick<Schemas['BundleOut'], 'price' | 'discounted'>;

/** What a bundle costs the member. */
export const priceOf = ({ price, discounted }: Priced): Money => discounted ?? price;

/** What the discount takes off a bundle, as a negative amount; undefined where it takes nothing. */
export function takenOff({ price, discounted }: Priced): Money | undefined {
  if (!discounted || discounted.minor === price.minor) return undefined;
  return { minor: discounted.minor - price.minor, currency: price.currency };
}

/** An amount below zero. */
export const negative = ({ minor, currency }: Money): Money => ({ minor: -minor, currency });

/** Whether a bundle is sold. */
export const isSold = ({ bundles }: Pick<Schemas['ShopOut'], 'bundles'>, id: string): boolean =>
  bundles.some((bundle) => bundle.id === id);

/** The code of the discount that the member has for a bundle, "" for none. */
export function ownCode({ bundles, discount }: Pick<Schemas['ShopOut'], 'bundles' | 'discount'>, id: string): string {
  const isReduced = bundles.some((bundle) => bundle.id === id && bundle.discounted !== null);
  return isReduced ? (discount?.code ?? '') : '';
}
