import { Check, CheckCheck, Copy, Drama, Ellipsis, Flag, Undo2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { shortened } from '@/lib/shortened';
import { Icon } from '@/ui/icon/icon';
import { Menu } from '@/ui/menu/menu';
import { showToast } from '@/ui/toast/toast';
import { GiftCard } from '../gifts/components/gift-card';
import type { Message } from '../model/messages';
import styles from './bubble.module.css';
import { PhotoCard } from './photo-card';

interface MessageBubbleProps {
  message: Message;
  /** Who stands on the other side. */
  name: string;
  isRead: boolean;
  /** Whether the Tab key reaches its menu; of all messages it reaches one, and arrow keys lead to the others. */
  isActive: boolean;
  onPhoto: (seq: number) => void;
  onExpired: () => void;
  onReport: ((message: Message) => void) | undefined;
}

/** One message with its time, what became of it, and what can be done with it. */
export const MessageBubble = memo(function MessageBubble({ message, name, isRead, ...props }: MessageBubbleProps) {
  const { t } = useTranslation('chats');
  const format = useFormat();
  const { is_mine: isMine, gift, photo, body, sent_at: sentAt, sender_kind: kind } = message;
  return (
    <div className={styles.message} data-own={isMine || undefined} data-seq={message.seq}>
      <span className="visually-hidden">{t('by', { name: isMine ? t('you') : name })}</span>
      {gift ? (
        <GiftCard gift={gift} note={body} name={name} isMine={isMine} />
      ) : photo ? (
        <PhotoCard
          photo={photo}
          note={body}
          name={name}
          isMine={isMine}
          onOpen={() => props.onPhoto(message.seq)}
          onExpired={props.onExpired}
        />
      ) : (
        <p className={styles.bubble} dir="auto">
          {body}
        </p>
      )}
      <Actions message={message} name={name} isActive={props.isActive} onReport={props.onReport} />
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

function Actions({
  message,
  name,
  isActive,
  onReport,
}: Pick<MessageBubbleProps, 'message' | 'name' | 'isActive' | 'onReport'>) {
  const { t } = useTranslation('chats');
  const { body, is_mine: isMine } = message;
  const entries = [
    ...(body ? [{ id: 'copy', text: t('copy.entry'), icon: Copy }] : []),
    ...(onReport ? [{ id: 'report', text: t('report.message'), icon: Flag }] : []),
  ];
  if (entries.length === 0) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(body);
      await showToast({ text: t('copy.done') });
    } catch {
      await showToast({ text: t('copy.failed') });
    }
  };
  return (
    <div className={styles.menu}>
      <Menu
        look="round"
        label={t('messageMenu', { name: isMine ? t('you') : name, text: shortened(body, 40) })}
        entries={entries}
        onChoose={(entry) => (entry === 'copy' ? void copy() : onReport?.(message))}
        tabIndex={isActive ? 0 : -1}
      >
        <Icon of={Ellipsis} />
      </Menu>
    </div>
  );
}

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
