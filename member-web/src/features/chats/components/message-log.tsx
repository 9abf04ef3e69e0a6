import { ArrowDown } from 'lucide-react';
import { lazy, memo, Suspense, useContext, useEffect, useRef, useState, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { withTexts } from '@/i18n';
import { ABOUT_FICTIONAL } from '@/lib/fictional';
import { Alert } from '@/ui/alert/alert';
import { Badge } from '@/ui/badge/badge';
import { Button } from '@/ui/button/button';
import { IconButton } from '@/ui/icon-button/icon-button';
import { Link } from '@/ui/link/link';
import type { Convo } from '../api/convo';
import type { ConvoState } from '../api/convo-state';
import { useMessageKeys } from '../hooks/use-message-keys';
import type { Block } from '../model/blocks';
import type { Message } from '../model/messages';
import { MessageBlock } from './message-block';
import styles from './message-log.module.css';
import { ReportContext } from './report-context';
import { UnsentBubble } from './unsent-bubble';

const IcebreakerChips = lazy(() => withTexts(import('../icebreakers/components/icebreaker-chips'), 'icebreakers'));
const PhotoViewer = lazy(() => import('./photo-viewer'));

/** Pixels from the top at which earlier messages are asked for, and from the end at which one is away from it. */
const NEAR = 300;

interface MessageLogProps {
  state: ConvoState;
  convo: Convo;
  /** Takes a first sentence that is chosen; given while nothing is written, else none is offered. */
  onSuggest?: ((text: string) => void) | undefined;
}

/**
 * The messages. The scroll position counts from the end (the box is a reversed column), so that earlier messages that
 * arrive above, or a keyboard that opens below, leave everything in its place. New ones are read out by
 * useHeardMessages, hence no live region here: earlier ones that are loaded would be read too. It draws only on news,
 * not with every key that is pressed below it.
 */
export const MessageLog = memo(function MessageLog({ state, convo, onSuggest }: MessageLogProps) {
  const { t } = useTranslation('chats');
  const renderReport = useContext(ReportContext);
  const box = useRef<HTMLDivElement>(null);
  /** The newest message at the time when one left the end. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const [photoSeq, setPhotoSeq] = useState<number | null>(null);
  const [reported, setReported] = useState<Message | null>(null);
  const { active, ...keys } = useMessageKeys(state.messages.at(-1)?.seq ?? 0);
  const { head, messages, unsent, newFrom, hasOlder, older } = state;
  const { name } = head.profile;
  const last = messages.at(-1)?.seq ?? 0;
  const isEmpty = messages.length === 0 && unsent.length === 0;
  const toEnd = () => {
    if (box.current) box.current.scrollTop = 0;
  };
  const sent = unsent.at(-1)?.key;
  useEffect(() => {
    if (sent && box.current) box.current.scrollTop = 0;
  }, [sent]);
  const follow = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLDivElement>) => {
    setLeftAt((left) => (-scrollTop > NEAR ? (left ?? last) : null));
    if (older === 'idle' && scrollHeight - clientHeight + scrollTop < NEAR) void convo.loadOlder();
  };
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={styles.log}
        role="log"
        aria-live="off"
        aria-label={t('log', { name })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by keys
        tabIndex={0}
        data-empty={isEmpty || undefined}
        onScroll={follow}
        {...(!isEmpty && keys)}
      >
        <div className={styles.messages}>
          {older === 'failed' && <Alert tone="danger" lead={t('olderFailed')} live />}
          {hasOlder && (
            <Button isPending={older === 'loading'} onPress={() => void convo.loadOlder()}>
              {t('older')}
            </Button>
          )}
          {!hasOlder && <Beginning state={state} isEmpty={isEmpty} />}
          {onSuggest && (
            <Suspense fallback={<span data-coming />}>
              <IcebreakerChips onPick={onSuggest} />
            </Suspense>
          )}
          {state.blocks.map((block) => (
            <MessageBlock
              key={block.id}
              block={block}
              newFrom={within(block, newFrom)}
              readSeq={Math.min(head.other_read_seq, block.messages.at(-1)?.seq ?? 0)}
              active={within(block, active)}
              name={name}
              convo={convo}
              onPhoto={setPhotoSeq}
              onReport={setReported}
            />
          ))}
          {unsent.map((one) => (
            <UnsentBubble
              key={one.key}
              unsent={one}
              name={name}
              onRetry={() => convo.retry(one.key)}
              onDelete={() => convo.discard(one.key)}
            />
          ))}
        </div>
      </div>
      {leftAt !== null && <ToEnd count={countNew(messages, leftAt)} onPress={toEnd} />}
      <Suspense>
        {photoSeq !== null && (
          <PhotoViewer
            messages={messages}
            seq={photoSeq}
            name={name}
            onMove={setPhotoSeq}
            onClose={() => setPhotoSeq(null)}
          />
        )}
        {reported &&
          renderReport({ subject: { kind: 'message', id: reported.id }, name, onClose: () => setReported(null) })}
      </Suspense>
    </div>
  );
});

const within = ({ messages }: Block, seq: number | null): number | null =>
  seq !== null && messages.some((message) => message.seq === seq) ? seq : null;

/** How much the other side wrote since. */
const countNew = (messages: readonly Message[], since: number): number =>
  messages.filter(({ seq, is_mine: isMine }) => seq > since && !isMine).length;

function ToEnd({ count, onPress }: { count: number; onPress: () => void }) {
  const { t } = useTranslation('chats');
  return (
    <span className={styles.down}>
      {count > 0 && <Badge count={count} tone="unread" noun={t('newCount', { count })} />}
      <IconButton icon={ArrowDown} label={t('toEnd')} look="raised" onPress={onPress} />
    </span>
  );
}

/** Where the conversation begins: that nobody stands behind a fictional profile, or that nothing is written yet. */
function Beginning({ state: { head }, isEmpty }: { state: ConvoState; isEmpty: boolean }) {
  const { t } = useTranslation('chats');
  const { fictional_warning: warning } = useSettings();
  const { name, fictional_label: fictional } = head.profile;
  if (fictional)
    return (
      <Alert tone="fiction" lead={t('fictional', { name, label: fictional })}>
        {warning} <Link to={ABOUT_FICTIONAL}>{t('fictionalMeans', { label: fictional })}</Link>
      </Alert>
    );
  return isEmpty && <p className={styles.day}>{t('begin', { name })}</p>;
}
