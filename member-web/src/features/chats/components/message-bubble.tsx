import { Check, CheckCheck, Drama, Undo2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { Icon } from '@/ui/icon/icon';
import type { Message } from '../model/messages';
import styles from './bubble.module.css';
import { GiftCard } from './gift-card';

interface MessageBubbleProps {
  message: Message;
  /** Who stands on the other side. */
  name: string;
  isRead: boolean;
}

/** One message with its time and what became of it; a conversation may hold thousands, so it draws only on change. */
export const MessageBubble = memo(function MessageBubble({ message, name, isRead }: MessageBubbleProps) {
  const { t } = useTranslation('chats');
  const format = useFormat();
  const { is_mine: isMine, gift, body, sent_at: sentAt, sender_kind: kind } = message;
  return (
    <div className={styles.message} data-own={isMine || undefined}>
      <span className="visually-hidden">{t('by', { name: isMine ? t('you') : name })}</span>
      {gift ? (
        <GiftCard gift={gift} note={body} name={name} isMine={isMine} />
      ) : (
        <p className={styles.bubble}>{body}</p>
      )}
      <p className={styles.state}>
        <time dateTime={sentAt}>{format.time(sentAt)}</time>
        {kind === 'fictional' && (
          <>
            · {t('byStaff')} <Icon of={Drama} />
          </>
        )}
        {isMine && <Fate isRefunded={message.refunded === true} isRead={isRead} />}
      </p>
    </div>
  );
});

function Fate({ isRefunded, isRead }: { isRefunded: boolean; isRead: boolean }) {
  const { t } = useTranslation('chats');
  const [text, icon] = isRefunded
    ? ([t('state.refunded'), Undo2] as const)
    : isRead
      ? ([t('state.read'), CheckCheck] as const)
      : ([t('state.delivered'), Check] as const);
  return (
    <>
      · {text} <Icon of={icon} />
    </>
  );
}
