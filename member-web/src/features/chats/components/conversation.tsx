import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiError } from '@/api/api-error';
import { useMember } from '@/api/session';
import { GIFT, paths } from '@/lib/paths';
import { ACCEPT } from '@/lib/photo-file';
import { Alert } from '@/ui/alert/alert';
import { ButtonLink } from '@/ui/link/link';
import type { ChatName } from '../api/chats';
import type { Convo } from '../api/convo';
import { useConvoState } from '../hooks/use-convo-state';
import { useDraft } from '../hooks/use-draft';
import { useHeardMessages } from '../hooks/use-heard-messages';
import { keepGift } from '../model/kept';
import type { Unsent } from '../model/messages';
import { costOf, remedy } from '../model/refusals';
import { Composer } from './composer';
import styles from './conversation.module.css';
import { ConversationHead } from './conversation-head';
import { MessageLog } from './message-log';
import { Refusal } from './refusal';

const AcknowledgeDialog = lazy(() => import('./acknowledge-dialog'));
const GiftPicker = lazy(() => import('../gifts/components/gift-picker'));
const PhotoDialog = lazy(() => import('./photo-dialog'));

interface ConversationProps {
  convo: Convo;
  onRemove: (chat: ChatName) => void;
}

/** A photo that the member chose, with what they wrote to it when it came back unsent. */
interface Picked {
  file: File;
  note: string;
}

/** An open conversation: who, the messages, what stands in the way, and where one writes. */
export function Conversation({ convo, onRemove }: ConversationProps) {
  const state = useConvoState(convo);
  const { head, messages, unsent, connection } = state;
  const { profile } = head;
  const pair = { memberId: useMember().id, partnerId: profile.id };
  const [draft, setDraft] = useDraft(pair);
  const [search, setSearch] = useSearchParams();
  const [picked, setPicked] = useState<Picked | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  useHeardMessages(state);
  const [first] = unsent;
  const canWrite = connection !== 'gone' && head.can_write;
  const isEmpty = messages.length === 0 && unsent.length === 0;
  const closeGifts = () => setSearch({}, { replace: true });
  const choosePhoto = () => chooser.current?.click();
  const pick = (file: File, note = '') => setPicked({ file, note });
  const takeBack = ({ key, body, gift, photo }: Unsent) => {
    convo.discard(key);
    if (photo) pick(photo.file, body);
    else if (gift) keepGift(pair, { key: gift.key, note: body });
    else setDraft([body, draft].filter(Boolean).join('\n'));
  };
  return (
    <>
      <ConversationHead head={head} isTyping={state.isTyping} onRemove={onRemove} />
      <MessageLog state={state} convo={convo} onSuggest={isEmpty && canWrite && !draft ? setDraft : undefined} />
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
          onPhoto={choosePhoto}
          onTyping={() => convo.typing()}
        />
      )}
      <PhotoChooser ref={chooser} name={profile.name} onChoose={pick} />
      {canWrite && search.has(GIFT) && (
        <Suspense>
          <GiftPicker
            name={profile.name}
            pair={pair}
            onSend={(gift, note) => {
              convo.send(note, { gift });
              closeGifts();
            }}
            onClose={closeGifts}
          />
        </Suspense>
      )}
      {canWrite && picked && (
        <Suspense>
          <PhotoDialog
            head={head}
            {...picked}
            onSend={(note, file) => {
              convo.send(note, { photo: { file, src: URL.createObjectURL(file), part: 0 } });
              setPicked(null);
            }}
            onChoose={choosePhoto}
            onClose={() => setPicked(null)}
          />
        </Suspense>
      )}
      {first?.state === 'failed' && remedy(first.error) === 'acknowledge' && (
        <Suspense>
          <AcknowledgeDialog
            name={profile.name}
            warning={warningOf(first.error)}
            cost={costOf(first, head)}
            onAgree={() => convo.retry(first.key, true)}
            onDecline={() => takeBack(first)}
          />
        </Suspense>
      )}
    </>
  );
}

interface PhotoChooserProps {
  ref: React.Ref<HTMLInputElement>;
  name: string;
  onChoose: (file: File) => void;
}

/** The browser's own chooser; on a phone it offers the camera too. */
function PhotoChooser({ ref, name, onChoose }: PhotoChooserProps) {
  const { t } = useTranslation('chats');
  return (
    <input
      ref={ref}
      type="file"
      accept={ACCEPT}
      hidden
      aria-label={t('photo.title', { name })}
      onChange={({ target }) => {
        const file = target.files?.[0];
        if (file) onChoose(file);
        // The same file again is a change again.
        target.value = '';
      }}
    />
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
