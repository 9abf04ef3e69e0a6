import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { redirect, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { ApiError } from '@/api/api-error';
import { DirectDebitPage } from '@/features/debit/components/direct-debit-page';
import { shopQuery } from '@/features/shop/api/shop';
import { BundleChoice } from '@/features/shop/components/bundle-choice';
import { GoneBundle } from '@/features/shop/components/gone-bundle';
import styles from '@/features/shop/components/page.module.css';
import { isSold } from '@/features/shop/model/bundles';
import { paths } from '@/lib/paths';
import { quoteQuery } from '@/shared/money/quote';
import { PageTitle } from '@/ui/page-title/page-title';

/** Answers whether the wanted bundle is sold. */
export async function load(client: QueryClient, { request }: LoaderFunctionArgs) {
  const { bundle, code } = wanted(new URL(request.url).searchParams);
  if (!isSold(await client.ensureQueryData(shopQuery), bundle)) return false;
  try {
    await client.ensureQueryData(quoteQuery(bundle, code));
  } catch (error) {
    // The page of all ways to pay says that the code is refused, or that the bundle has just been withdrawn.
    if (error instanceof ApiError && [404, 409, 422].includes(error.status)) throw redirect(paths.pay.to(bundle, code));
    throw error;
  }
  return true;
}

/** /directdebit: pay for a bundle from one's own account (spec 2.13). */
export function Component() {
  const { bundle, code } = wanted(useSearchParams()[0]);
  const isForSale = useLoaderData<typeof load>();
  return (
    <main id="main" className="wrap">
      {isForSale ? (
        <DirectDebitPage key={`${bundle} ${code}`} bundleId={bundle} code={code} />
      ) : bundle ? (
        <Gone />
      ) : (
        <Choose />
      )}
    </main>
  );
}

function Gone() {
  const { t } = useTranslation('shop');
  return <GoneBundle to={paths.directDebit.to} go={t('pay.directDebit')} />;
}

/** What it is, and the bundles that one can pay for so. */
function Choose() {
  const { t } = useTranslation(['direct-debit', 'shop']);
  const { data: shop } = useQuery(shopQuery);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageTitle>{t('direct-debit:title')}</PageTitle>
        <p className="lead">{t('direct-debit:nothingYet')}</p>
      </div>
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
