import type { QueryClient } from '@tanstack/react-query';
import { useParams, type LoaderFunctionArgs } from 'react-router';
import { ApiError } from '@/api/api-error';
import { methodsQuery, quoteQuery, shopQuery } from '@/features/shop/api/shop';
import { PayPage } from '@/features/shop/components/pay-page';
import { ownCode } from '@/features/shop/model/bundles';

export async function load(client: QueryClient, { params: { id = '' }, request }: LoaderFunctionArgs) {
  try {
    const shop = await client.ensureQueryData(shopQuery);
    if (!shop.bundles.some((bundle) => bundle.id === id)) throw new Response(null, { status: 404 });
    await client.ensureQueryData(quoteQuery(id, ''));
    const code = new URL(request.url).searchParams.get('code') ?? ownCode(shop, id);
    void client.prefetchQuery(methodsQuery(id, code));
    // A code that is refused says so on the page.
    if (code) await client.prefetchQuery(quoteQuery(id, code));
  } catch (error) {
    // A bundle that is not sold any more.
    if (error instanceof ApiError && error.status === 404) throw new Response(null, { status: 404 });
    throw error;
  }
}

/** /credits/{id}/{paymentmethod?}: pay for a bundle (spec 2.12). */
export function Component() {
  const { id = '', method = null } = useParams();
  return (
    <main id="main" className="wrap">
      <PayPage key={id} bundleId={id} method={method} />
    </main>
  );
}
