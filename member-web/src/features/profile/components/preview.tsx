import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@/ui/icon/icon';
import { isolated } from '@/lib/isolated';
import type { OwnProfile } from '../api/profile';
import styles from './preview.module.css';

/** What others will see, beside the form on a wide page. */
export function Preview({ profile: { name, age, city, headline, about, photos } }: { profile: OwnProfile }) {
  const { t } = useTranslation('profile');
  const main = photos.find(({ is_main: isMain }) => isMain) ?? photos.find(({ card }) => card);
  const words = headline || about;
  return (
    <aside className={styles.preview} aria-label={t('preview.title')}>
      <p className="meta">{t('preview.title')}</p>
      <div className={styles.frame}>
        {main?.card ? <img src={main.card} alt={t('preview.portrait')} /> : <Icon of={UserRound} />}
      </div>
      <p className={styles.name}>
        <bdi>{name}</bdi>,&nbsp;{age}
      </p>
      {city && <p className="muted">{isolated(city)}</p>}
      {words && <p className={`small muted ${styles.words}`}>{words}</p>}
    </aside>
  );
}
