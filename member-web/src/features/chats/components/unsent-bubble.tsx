import { OctagonAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button/button';
import { Icon } from '@/ui/icon/icon';
import type { Unsent } from '../model/messages';
import { isRefused } from '../model/refusals';
import styles from './bubble.module.css';
import { GiftCard } from './gift-card';

interface UnsentBubbleProps {
  unsent: Unsent;
  /** Who stands on the other side. */
  name: string;
  onRetry: () => void;
  onDelete: () => void;
}

/** A message on its way, or one that did not get there: whether it cost something, and what to do. */
export function UnsentBubble({ unsent: { body, gift, state, error }, name, onRetry, onDelete }: UnsentBubbleProps) {
  const { t } = useTranslation(['chats', 'common']);
  const hasFailed = state === 'failed';
  return (
    <div className={styles.message} data-own data-failed={hasFailed || undefined}>
      <span className="visually-hidden">{t('chats:by', { name: t('chats:you') })}</span>
      {gift ? <GiftCard gift={gift} note={body} name={name} isMine /> : <p className={styles.bubble}>{body}</p>}
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
