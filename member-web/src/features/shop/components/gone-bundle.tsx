import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/ui/page-title/page-title';
import { shopQuery } from '../api/shop';
import { BundleChoice, type BundleChoiceProps } from './bundle-choice';
import styles from './page.module.css';

/** In place of a bundle that is not sold any more: says so, and offers those that are (spec 2.12, 2.13). */
export function GoneBundle(way: Pick<BundleChoiceProps, 'to' | 'go'>) {
  const { t } = useTranslation('shop');
  const { data: shop } = useQuery(shopQuery);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageTitle>{t('gone.title')}</PageTitle>
        <p className="lead">{t('gone.text')}</p>
      </div>
      {shop && <BundleChoice shop={shop} label={t('gone.title')} {...way} />}
    </div>
  );
}
