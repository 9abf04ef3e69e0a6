import { ImageOff, Image as Picture } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@/ui/icon/icon';
import type { Message } from '../model/messages';
import styles from './photo-card.module.css';

interface PhotoCardProps {
  photo: NonNullable<Message['photo']>;
  note: string;
  /** Who sent it, or who gets it when it is the member's own. */
  name: string;
  isMine: boolean;
  onOpen: () => void;
  /** The picture's address has ended. */
  onExpired: () => void;
}

/** Why there is nothing to see. */
const ABSENT = {
  processing: 'photo.processing',
  ready: 'photo.removed',
  failed: 'photo.failed',
  removed: 'photo.removed',
} as const;

/** A photo in the log with its note; pressed, it opens large. */
export function PhotoCard({ photo: { status, preview, width, height }, note, name, isMine, ...on }: PhotoCardProps) {
  const { t } = useTranslation('chats');
  const label = t(isMine ? 'photo.for' : 'photo.from', { name });
  const size = width && height ? { width, height } : {};
  return (
    <figure className={styles.card}>
      {preview ? (
        <button
          type="button"
          className={styles.open}
          onClick={on.onOpen}
          aria-label={t('photo.open', { photo: label })}
        >
          <img src={preview} alt={label} {...size} loading="lazy" decoding="async" onError={on.onExpired} />
        </button>
      ) : (
        <p className={styles.absent}>
          <Icon of={status === 'processing' ? Picture : ImageOff} />
          {t(status === 'failed' && isMine ? 'photo.failedOwn' : ABSENT[status])}
        </p>
      )}
      {note && (
        <figcaption className={styles.note} dir="auto">
          {note}
        </figcaption>
      )}
    </figure>
  );
}
