import type { QueryClient } from '@tanstack/react-query';
import { useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router';
import { ApiError } from '@/api/api-error';
import { methodsQuery, shopQuery } from '@/features/shop/api/shop';
import { GoneBundle } from '@/features/shop/components/gone-bundle';
import { PayPage } from '@/features/shop/components/pay-page';
import { isSold, ownCode } from '@/features/shop/model/bundles';
import { quoteQuery } from '@/shared/money/quote';

/** Answers whether the bundle is sold. */
export async function load(client: QueryClient, { params: { id = '' }, request }: LoaderFunctionArgs) {
  const shop = await client.ensureQueryData(shopQuery);
  if (!isSold(shop, id)) return false;
  try {
    await client.ensureQueryData(quoteQuery(id, ''));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    // It was sold when the shop was asked for.
    await client.invalidateQueries(shopQuery);
    return false;
  }
  const code = new URL(request.url).searchParams.get('code') ?? ownCode(shop, id);
  void client.prefetchQuery(methodsQuery(id, code));
  // A code that is refused says so on the page.
  if (code) await client.prefetchQuery(quoteQuery(id, code));
  return true;
}

/** /credits/{id}/{paymentmethod?}: pay for a bundle (spec 2.12). */
export function Component() {
  const { id = '', method = null } = useParams();
  return (
    <main id="main" className="wrap">
      {useLoaderData<typeof load>() ? <PayPage key={id} bundleId={id} method={method} /> : <GoneBundle />}
    </main>
  );
}
