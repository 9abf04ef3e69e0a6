import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import type { Convo } from '../api/convo';
import type { Block } from '../model/blocks';
import { logItems, type Message } from '../model/messages';
import { HintNotes } from './hint-notes';
import { MessageBubble } from './message-bubble';
import styles from './message-log.module.css';

interface MessageBlockProps {
  block: Block;
  /** The first message that was unread when the conversation was opened, where it is in this block. */
  newFrom: number | null;
  /** The last message in this block that the other side has read. */
  readSeq: number;
  /** The message in this block whose menu the Tab key reaches. */
  active: number | null;
  name: string;
  convo: Convo;
  onPhoto: (seq: number) => void;
  onReport: ((message: Message) => void) | undefined;
}

/** Some messages in a row with the lines between them; a long conversation draws only those where something changed. */
export const MessageBlock = memo(function MessageBlock({ block, newFrom, ...props }: MessageBlockProps) {
  const { t } = useTranslation('chats');
  const { name, convo, onReport } = props;
  return (
    <div className={styles.block}>
      {logItems(block.messages, newFrom, block.before).map((item) => {
        if (item.type === 'day') return <Day key={item.day} sentAt={item.sentAt} />;
        if (item.type === 'new')
          return (
            <p key="new" className={styles.new}>
              {t('new')}
            </p>
          );
        const { message } = item;
        const report = message.is_mine ? undefined : onReport;
        return [
          <MessageBubble
            key={message.id}
            message={message}
            name={name}
            isRead={message.seq <= props.readSeq}
            isActive={message.seq === props.active}
            onPhoto={props.onPhoto}
            onExpired={() => void convo.refresh(message.seq).catch(() => undefined)}
            onReport={report}
          />,
          message.hints.length > 0 && (
            <HintNotes
              key="hints"
              hints={message.hints}
              onReport={report && (() => report(message))}
              onDismiss={() => convo.dismissHints(message.seq)}
            />
          ),
        ];
      })}
    </div>
  );
});

function Day({ sentAt }: { sentAt: string }) {
  return <h2 className={styles.day}>{useFormat().day(sentAt)}</h2>;
}
