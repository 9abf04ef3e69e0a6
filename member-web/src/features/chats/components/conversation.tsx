import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiError } from '@/api/api-error';
import { useMember } from '@/api/session';
import { GIFT, paths } from '@/lib/paths';
import { Alert } from '@/ui/alert/alert';
import { ButtonLink } from '@/ui/link/link';
import type { ChatName } from '../api/chats';
import type { Convo } from '../api/convo';
import { useConvoState } from '../hooks/use-convo-state';
import { useDraft } from '../hooks/use-draft';
import { useHeardMessages } from '../hooks/use-heard-messages';
import { keepGift } from '../model/kept';
import type { Unsent } from '../model/messages';
import { remedy } from '../model/refusals';
import { Composer } from './composer';
import styles from './conversation.module.css';
import { ConversationHead } from './conversation-head';
import { MessageLog } from './message-log';
import { Refusal } from './refusal';

const AcknowledgeDialog = lazy(() => import('./acknowledge-dialog'));
const GiftPicker = lazy(() => import('./gift-picker'));

interface ConversationProps {
  convo: Convo;
  onRemove: (chat: ChatName) => void;
}

/** An open conversation: who, the messages, what stands in the way, and where one writes. */
export function Conversation({ convo, onRemove }: ConversationProps) {
  const state = useConvoState(convo);
  const { head, unsent, connection } = state;
  const { profile } = head;
  const pair = { memberId: useMember().id, partnerId: profile.id };
  const [draft, setDraft] = useDraft(pair);
  const [search, setSearch] = useSearchParams();
  useHeardMessages(state);
  const [first] = unsent;
  const canWrite = connection !== 'gone' && head.can_write;
  const closeGifts = () => setSearch({}, { replace: true });
  const takeBack = ({ key, body, gift }: Unsent) => {
    convo.discard(key);
    if (gift) keepGift(pair, { key: gift.key, note: body });
    else setDraft([body, draft].filter(Boolean).join('\n'));
  };
  return (
    <>
      <ConversationHead head={head} onRemove={onRemove} />
      <MessageLog state={state} convo={convo} />
      <div className={styles.notices}>
        <Connection of={connection} />
        {first?.state === 'failed' && <Refusal unsent={first} head={head} />}
      </div>
      {connection !== 'gone' && (
        <Composer
          head={head}
          text={draft}
          onChange={setDraft}
          onSend={(body) => convo.send(body)}
          onGift={() => setSearch({ [GIFT]: '' })}
        />
      )}
      {canWrite && search.has(GIFT) && (
        <Suspense>
          <GiftPicker
            name={profile.name}
            pair={pair}
            onSend={(gift, note) => {
              convo.send(note, gift);
              closeGifts();
            }}
            onClose={closeGifts}
          />
        </Suspense>
      )}
      {first?.state === 'failed' && remedy(first.error) === 'acknowledge' && (
        <Suspense>
          <AcknowledgeDialog
            name={profile.name}
            warning={warningOf(first.error)}
            cost={first.gift?.price ?? head.cost}
            onAgree={() => convo.retry(first.key, true)}
            onDecline={() => takeBack(first)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The site's warning, which the refusal brings along. */
const warningOf = (error: unknown): string =>
  error instanceof ApiError && typeof error.facts.warning === 'string' ? error.facts.warning : '';

function Connection({ of }: { of: 'live' | 'lost' | 'gone' }) {
  const { t } = useTranslation('chats');
  if (of === 'live') return null;
  if (of === 'lost')
    return (
      <Alert tone="warn" lead={t('lost.lead')} live>
        {t('lost.text')}
      </Alert>
    );
  return (
    <Alert tone="warn" lead={t('gone.lead')} live action={<ButtonLink to={paths.chats.to()}>{t('back')}</ButtonLink>}>
      {t('gone.text')}
    </Alert>
  );
}
