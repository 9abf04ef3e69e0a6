import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { redirect, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { ApiError } from '@/api/api-error';
import { priceQuery } from '@/features/direct-debit/api/direct-debit';
import { DirectDebitPage } from '@/features/direct-debit/components/direct-debit-page';
import { shopQuery } from '@/features/shop/api/shop';
import { BundleChoice } from '@/features/shop/components/bundle-choice';
import { paths } from '@/lib/paths';
import { PageTitle } from '@/ui/page-title/page-title';

export async function load(client: QueryClient, { request }: LoaderFunctionArgs) {
  const { bundle, code } = wanted(new URL(request.url).searchParams);
  if (!bundle) return client.ensureQueryData(shopQuery);
  try {
    return await client.ensureQueryData(priceQuery(bundle, code));
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
      {bundle ? <DirectDebitPage key={`${bundle} ${code}`} bundleId={bundle} code={code} /> : <Choose />}
    </main>
  );
}

/** What it is, and the bundles that one can pay for so. */
function Choose() {
  const { t } = useTranslation(['direct-debit', 'shop']);
  const { data: shop } = useQuery(shopQuery);
  return (
    <div className="stack">
      <PageTitle>{t('direct-debit:title')}</PageTitle>
      <p className="lead">{t('direct-debit:nothingYet')}</p>
      {shop && (
        <BundleChoice
          shop={shop}
          label={t('direct-debit:title')}
          to={paths.directDebit.to}
          go={t('shop:pay.directDebit')}
        />
      )}
    </div>
  );
}

const wanted = (params: URLSearchParams) => ({ bundle: params.get('bundle') ?? '', code: params.get('code') ?? '' });
