import type { QueryClient } from '@tanstack/react-query';
import { shopQuery } from '@/features/shop/api/shop';
import { BuyPage } from '@/features/shop/components/buy-page';
import { creditsQuery } from '@/features/shop/wallet/api/wallet';
import { Wallet } from '@/features/shop/wallet/components/wallet';

export const load = (client: QueryClient) =>
  Promise.all([client.ensureQueryData(shopQuery), client.ensureQueryData(creditsQuery)]);

/** /credits: buy more, and see what became of those one had (spec 2.12). */
export function Component() {
  return (
    <main id="main" className="wrap">
      <BuyPage />
      <Wallet />
    </main>
  );
}
