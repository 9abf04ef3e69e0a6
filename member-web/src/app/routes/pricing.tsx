import type { QueryClient } from '@tanstack/react-query';
import { pricesQuery } from '@/features/shop/pricing/api/prices';
import { PricingPage } from '@/features/shop/pricing/components/pricing-page';

export const load = (client: QueryClient) => client.ensureQueryData(pricesQuery);

/** /pricing: what everything costs, for everybody (spec 2.20). */
export function Component() {
  return (
    <main id="main">
      <PricingPage />
    </main>
  );
}
