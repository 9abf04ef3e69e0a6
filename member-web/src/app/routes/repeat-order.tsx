import type { QueryClient } from '@tanstack/react-query';
import { shopQuery } from '@/features/shop/api/shop';
import { RepeatPage } from '@/features/shop/components/repeat-page';
import { quoteQuery } from '@/shared/money/quote';

export async function load(client: QueryClient) {
  const { can_repeat: bundleId } = await client.ensureQueryData(shopQuery);
  if (bundleId) await client.ensureQueryData(quoteQuery(bundleId, ''));
}

/** /credits/repeat-order: the last order again (spec 2.12). */
export function Component() {
  return (
    <main id="main" className="wrap">
      <RepeatPage />
    </main>
  );
}
