import { ArrowDown } from 'lucide-react';
import { memo, useEffect, useRef, useState, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { IconButton } from '@/ui/icon-button/icon-button';
import type { Convo, ConvoState } from '../api/convo';
import { logItems } from '../model/messages';
import { MessageBubble } from './message-bubble';
import styles from './message-log.module.css';
import { UnsentBubble } from './unsent-bubble';

/** Pixels from the top at which earlier messages are asked for, and from the end at which one is away from it. */
const NEAR = 300;

/**
 * The messages. The scroll position counts from the end (the box is a reversed column), so that earlier messages that
 * arrive above, or a keyboard that opens below, leave everything in its place. New ones are read out by
 * useHeardMessages, hence no live region here: earlier ones that are loaded would be read too. It draws only on news,
 * not with every key that is pressed below it.
 */
export const MessageLog = memo(function MessageLog({ state, convo }: { state: ConvoState; convo: Convo }) {
  const { t } = useTranslation('chats');
  const box = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const { head, messages, unsent, newFrom, hasOlder, older } = state;
  const toEnd = () => {
    if (box.current) box.current.scrollTop = 0;
  };
  const sent = unsent.at(-1)?.key;
  useEffect(() => {
    if (sent && box.current) box.current.scrollTop = 0;
  }, [sent]);
  const follow = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLDivElement>) => {
    setAway(-scrollTop > NEAR);
    if (older === 'idle' && scrollHeight - clientHeight + scrollTop < NEAR) void convo.loadOlder();
  };
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={styles.log}
        role="log"
        aria-live="off"
        aria-label={t('log', { name: head.profile.name })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by keys
        tabIndex={0}
        onScroll={follow}
      >
        <div className={styles.messages}>
          {older === 'failed' && <Alert tone="danger" lead={t('olderFailed')} live />}
          {hasOlder && (
            <Button isPending={older === 'loading'} onPress={() => void convo.loadOlder()}>
              {t('older')}
            </Button>
          )}
          {!hasOlder && <Beginning state={state} />}
          {logItems(messages, newFrom).map((item) => {
            if (item.type === 'day') return <Day key={item.day} sentAt={item.sentAt} />;
            if (item.type === 'new')
              return (
                <p key="new" className={styles.new}>
                  {t('new')}
                </p>
              );
            const { message } = item;
            const isRead = message.seq <= head.other_read_seq;
            return <MessageBubble key={message.id} message={message} name={head.profile.name} isRead={isRead} />;
          })}
          {unsent.map((one) => (
            <UnsentBubble
              key={one.key}
              unsent={one}
              name={head.profile.name}
              onRetry={() => convo.retry(one.key)}
              onDelete={() => convo.discard(one.key)}
            />
          ))}
        </div>
      </div>
      {isAway && (
        <span className={styles.down}>
          <IconButton icon={ArrowDown} label={t('toEnd')} look="raised" onPress={toEnd} />
        </span>
      )}
    </div>
  );
});

/** Where the conversation begins: that nobody stands behind a fictional profile, or that nothing is written yet. */
function Beginning({ state: { head, messages, unsent } }: { state: ConvoState }) {
  const { t } = useTranslation('chats');
  const { fictional_warning: warning } = useSettings();
  const { name, fictional_label: fictional } = head.profile;
  if (fictional)
    return (
      <Alert tone="fiction" lead={t('fictional', { name, label: fictional })}>
        {warning}
      </Alert>
    );
  if (messages.length > 0 || unsent.length > 0) return null;
  return <p className={styles.day}>{t('begin', { name })}</p>;
}

function Day({ sentAt }: { sentAt: string }) {
  return <h2 className={styles.day}>{useFormat().day(sentAt)}</h2>;
}
