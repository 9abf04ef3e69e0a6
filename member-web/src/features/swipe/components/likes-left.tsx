import { Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@/ui/icon/icon';
import styles from './likes-left.module.css';

/** The likes that are left today, as hearts and in words (spec 9.2). */
export function LikesLeft({ left, total }: { left: number; total: number }) {
  const { t } = useTranslation('swipe');
  return (
    <p className={styles.left}>
      <span className={styles.hearts} aria-hidden>
        {Array.from({ length: total }, (_, index) => (
          <span key={index} data-given={index >= left || undefined}>
            <Icon of={Heart} filled={index < left} />
          </span>
        ))}
      </span>
      <b>{left > 0 ? t('left', { count: left }) : t('noneLeft')}</b>
    </p>
  );
}
