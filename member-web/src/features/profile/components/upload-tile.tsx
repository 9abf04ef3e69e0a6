import { ImageUp, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { FieldErrorText } from '@/ui/field/field-error';
import { IconButton } from '@/ui/icon-button/icon-button';
import { Icon } from '@/ui/icon/icon';
import type { Upload } from '../hooks/use-uploads';
import styles from './photo-fields.module.css';

/** A photo on its way: that it is prepared, how much of it is sent, or why it did not arrive. */
export function UploadTile({ upload: { name, part, problem }, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const isPrepared = part !== undefined;
  return (
    <li className={styles.tile}>
      <span className={styles.picture}>
        <Icon of={ImageUp} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {problem ? (
          <>
            <FieldErrorText>{problem}</FieldErrorText>
            <IconButton icon={X} label={t('photos.dismiss', { name })} onPress={onDismiss} />
          </>
        ) : (
          <>
            <progress
              className={styles.progress}
              value={part}
              aria-label={t(isPrepared ? 'photos.sending' : 'photos.preparing', { name })}
            />
            <p className="small muted">
              {!isPrepared ? t('photos.status.processing') : part < 1 ? format.percent(part) : t('photos.arriving')}
            </p>
            {!isPrepared && <IconButton icon={X} label={t('photos.cancel', { name })} onPress={onDismiss} />}
          </>
        )}
      </div>
    </li>
  );
}
