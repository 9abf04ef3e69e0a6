import { useQuery } from '@tanstack/react-query';
import { Camera, Crown, Images, MessagesSquare, RefreshCcwDot, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMember, useSettings } from '@/api/session';
import { paths } from '@/lib/paths';
import { Icon } from '@/ui/icon/icon';
import { Link } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { shopQuery } from '../api/shop';
import { BundleChoice } from './bundle-choice';
import pageStyles from './page.module.css';
import styles from './premium-page.module.css';

const OPENS: readonly { id: 'photos' | 'conversations' | 'own' | 'stays'; icon: LucideIcon }[] = [
  { id: 'photos', icon: Images },
  { id: 'conversations', icon: MessagesSquare },
  { id: 'own', icon: Camera },
  { id: 'stays', icon: Crown },
];

/** What any bundle opens, and the bundles (spec 2.19). */
export function PremiumPage() {
  const { t } = useTranslation('shop');
  const { paid_user: isPremium } = useMember();
  const { refund_days: days } = useSettings();
  const { data: shop } = useQuery(shopQuery);
  return (
    <div className={pageStyles.page}>
      <div className={pageStyles.head}>
        <PageTitle>{isPremium ? t('premium.titlePaid') : t('premium.title')}</PageTitle>
        <p className="lead measure">{t('premium.lead')}</p>
      </div>
      <ul className={styles.opens}>
        {OPENS.map(({ id, icon }) => (
          <Opens key={id} icon={icon} title={t(`premium.${id}.title`)} text={t(`premium.${id}.text`)} />
        ))}
        <Opens
          icon={RefreshCcwDot}
          title={t('premium.refund.title')}
          text={t('premium.refund.text', { count: days })}
        />
      </ul>
      <h2>{t('premium.choose')}</h2>
      {shop ? <BundleChoice shop={shop} label={t('premium.choose')} /> : <Skeleton shape="block" count={4} />}
      <p>
        <Link to={paths.credits.to()}>{t('premium.wallet')}</Link>
      </p>
    </div>
  );
}

function Opens({ icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <li>
      <Icon of={icon} />
      <p>
        <b>{title}</b> {text}
      </p>
    </li>
  );
}
