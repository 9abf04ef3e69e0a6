import type { QueryClient } from '@tanstack/react-query';
import { shopQuery } from '@/features/shop/api/shop';
import { PremiumPage } from '@/features/shop/components/premium-page';

export const load = (client: QueryClient) => client.ensureQueryData(shopQuery);

/** /premium: what a bundle opens (spec 2.19). */
export function Component() {
  return (
    <main id="main" className="wrap">
      <PremiumPage />
    </main>
  );
}
