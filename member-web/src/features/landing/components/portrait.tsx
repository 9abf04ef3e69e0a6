import { Drama, EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLoadable } from '@/lib/use-loadable';
import { Icon } from '@/ui/icon/icon';
import { Label } from '@/ui/label/label';
import type { Introduction } from '../api/introduction';
import styles from './portrait.module.css';

/** The person of the address in an arch; without a picture, or a person, a lamp is on. */
export function Portrait({ person }: { person: Introduction | null }) {
  const { t } = useTranslation('landing');
  const { src, onError } = useLoadable(person?.photo?.match ?? null);
  const fictional = person?.fictional_label;
  return (
    <div className={styles.portrait} data-fictional={fictional ? true : undefined}>
      {src ? (
        <img src={src} alt={person?.name ? t('portrait', { name: person.name }) : t('blurred')} onError={onError} />
      ) : (
        <span className={styles.lamp} aria-hidden />
      )}
      <span className={styles.tags}>
        {fictional && (
          <Label icon={Drama} tone="fiction">
            {fictional}
          </Label>
        )}
        {person && !person.is_open && (
          <span className={styles.locked}>
            <Icon of={EyeOff} />
            {t('membersOnly')}
          </span>
        )}
      </span>
    </div>
  );
}
