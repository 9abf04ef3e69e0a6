import type { QueryClient } from '@tanstack/react-query';
import { redirect, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { ApiError } from '@/api/api-error';
import { priceQuery } from '@/features/direct-debit/api/direct-debit';
import { DirectDebitPage } from '@/features/direct-debit/components/direct-debit-page';
import { paths } from '@/lib/paths';

export async function load(client: QueryClient, { request }: LoaderFunctionArgs) {
  const { bundle, code } = wanted(new URL(request.url).searchParams);
  if (!bundle) throw redirect(paths.credits.to());
  try {
    await client.ensureQueryData(priceQuery(bundle, code));
  } catch (error) {
    // An id that is none, a bundle that is not sold any more, or a code that is not good here.
    if (error instanceof ApiError && [404, 409, 422].includes(error.status)) throw redirect(paths.credits.to());
    throw error;
  }
}

/** /directdebit: pay for a bundle from one's own account (spec 2.13). */
export function Component() {
  const { bundle, code } = wanted(useSearchParams()[0]);
  return (
    <main id="main" className="wrap">
      <DirectDebitPage key={`${bundle} ${code}`} bundleId={bundle} code={code} />
    </main>
  );
}

const wanted = (params: URLSearchParams) => ({ bundle: params.get('bundle') ?? '', code: params.get('code') ?? '' });
