import { useQuery, type QueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { shopQuery } from '@/features/shop/api/shop';
import { limitQuery, reloadQuery } from '@/features/shop/credit-settings/api/credit-settings';
import styles from '@/features/shop/credit-settings/components/credit-settings.module.css';
import { LimitPanel } from '@/features/shop/credit-settings/components/limit-panel';
import { ReloadPanel } from '@/features/shop/credit-settings/components/reload-panel';
import { StatementPanel } from '@/features/shop/credit-settings/components/statement-panel';
import { useSavedMethods } from '@/features/shop/wallet/api/wallet';
import { SavedWays } from '@/features/shop/wallet/components/saved-ways';
import { paths } from '@/lib/paths';
import { Icon } from '@/ui/icon/icon';
import { Link } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';

export const load = (client: QueryClient) =>
  Promise.all([
    client.ensureQueryData(limitQuery),
    client.ensureQueryData(reloadQuery),
    client.ensureQueryData(shopQuery),
  ]);

/** /credits/settings: what one allows oneself, and where it went (promise 3). */
export function Component() {
  const { t } = useTranslation('credit-settings');
  const { data: shop } = useQuery(shopQuery);
  const saved = useSavedMethods();
  return (
    <main id="main" className="wrap">
      <div className={styles.page}>
        <div className="stack">
          <Link to={paths.credits.to()} className={styles.back}>
            <Icon of={ArrowLeft} />
            {t('back')}
          </Link>
          <PageTitle>{t('title')}</PageTitle>
          <p className="lead">{t('lead')}</p>
        </div>
        <LimitPanel />
        <ReloadPanel bundles={shop?.bundles ?? []} saved={saved} />
        <SavedWays />
        <StatementPanel />
      </div>
    </main>
  );
}
