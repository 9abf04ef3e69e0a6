import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMember, useSettings } from '@/api/session';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { shopQuery } from '../api/shop';
import { BundleChoice } from './bundle-choice';
import styles from './page.module.css';

/** The upper part of /credits: choose a bundle, or the last one again (spec 2.12). */
export function BuyPage() {
  const { t } = useTranslation(['shop', 'common']);
  const { credits } = useMember();
  const { refund_days: days } = useSettings();
  const { data: shop } = useQuery(shopQuery);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageTitle>{t('shop:credits.title')}</PageTitle>
        <p className="lead measure">
          {t('shop:credits.lead', { credits: t('common:cost.credits', { count: credits }) })}{' '}
          {t('shop:credits.refund', { count: days })}
        </p>
      </div>
      {shop?.can_repeat && (
        <p>
          <ButtonLink to={paths.repeatOrder.to()} icon={RotateCcw}>
            {t('shop:repeat.link')}
          </ButtonLink>
        </p>
      )}
      {shop ? <BundleChoice shop={shop} label={t('shop:credits.title')} /> : <Skeleton shape="block" count={4} />}
    </div>
  );
}
