import { OctagonAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button/button';
import { Icon } from '@/ui/icon/icon';
import { GiftCard } from '../gifts/components/gift-card';
import type { Unsent } from '../model/messages';
import { isRefused } from '../model/refusals';
import styles from './bubble.module.css';
import card from './photo-card.module.css';

interface UnsentBubbleProps {
  unsent: Unsent;
  /** Who stands on the other side. */
  name: string;
  onRetry: () => void;
  onDelete: () => void;
}

/** A message on its way, or one that did not get there: whether it cost something, and what to do. */
export function UnsentBubble({ unsent, name, onRetry, onDelete }: UnsentBubbleProps) {
  const { body, gift, photo, state, error } = unsent;
  const { t } = useTranslation(['chats', 'common']);
  const hasFailed = state === 'failed';
  return (
    <div className={styles.message} data-own data-failed={hasFailed || undefined}>
      <span className="visually-hidden">{t('chats:by', { name: t('chats:you') })}</span>
      {gift ? (
        <GiftCard gift={gift} note={body} name={name} isMine />
      ) : photo ? (
        <UnsentPhoto unsent={unsent} name={name} />
      ) : (
        <p className={styles.bubble} dir="auto">
          {body}
        </p>
      )}
      <div className={styles.state} role={hasFailed ? 'alert' : undefined}>
        {hasFailed ? (
          <>
            <Icon of={OctagonAlert} />
            <span>{isRefused(error) ? t('chats:unsent.refused') : t('chats:unsent.unsure')}</span>
          </>
        ) : (
          t(`chats:unsent.${state}`)
        )}
      </div>
      {hasFailed && (
        <div className={styles.answers}>
          <Button variant="quiet" onPress={onRetry}>
            {t('common:tryAgain')}
          </Button>
          <Button variant="quiet" onPress={onDelete}>
            {t('chats:unsent.delete')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A photo on its way, and how much of it is sent. */
function UnsentPhoto({ unsent: { photo, body, state }, name }: { unsent: Unsent; name: string }) {
  const { t } = useTranslation('chats');
  if (!photo) return null;
  return (
    <figure className={card.card}>
      <img src={photo.src} alt={t('photo.for', { name })} />
      {state === 'sending' && (
        <progress className={card.progress} value={photo.part} aria-label={t('photo.sending', { name })} />
      )}
      {body && (
        <figcaption className={card.note} dir="auto">
          {body}
        </figcaption>
      )}
    </figure>
  );
}
