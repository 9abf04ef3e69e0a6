import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/types';
import styles from './gift-card.module.css';

interface GiftCardProps {
  gift: Pick<Schemas['GiftOut'], 'name' | 'image'>;
  note: string;
  /** Who gave it, or who gets it when it is the member's own. */
  name: string;
  isMine: boolean;
}

/** A gift in the log: its drawing, whom it is from or for, and the note. */
export function GiftCard({ gift, note, name, isMine }: GiftCardProps) {
  const { t } = useTranslation('chats');
  return (
    <div className={styles.gift}>
      <img src={gift.image} alt={t('gift.drawing', { gift: gift.name })} width={96} height={104} />
      <p className={styles.words}>
        <b>{t(isMine ? 'gift.for' : 'gift.from', { gift: gift.name, name })}</b>
        {note && (
          <span className={styles.note} dir="auto">
            {note}
          </span>
        )}
      </p>
    </div>
  );
}
