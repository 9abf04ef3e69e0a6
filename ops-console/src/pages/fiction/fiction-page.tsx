import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Link, Route, Routes, useNavigate, useParams } from 'react-router-dom';
import { Desk, DeskTitle } from '@/kit/desk';
import { useAct } from '@/kit/desk-kit';
import { Failed } from '@/kit/failed';
import { KeyButton } from '@/kit/keys';
import { momentInWords } from '@/kit/times';
import { usePermission } from '@/kit/use-permission';
import { useView } from '@/kit/use-view';
import { problemOf } from '@/providers/http';
import { AnswerBox, Notes } from './answer-box';
import { FICTION, type FictionCase, type State } from './api';
import { FictionList, useConversations } from './fiction-list';
import { HandOver } from './hand-over';
import { MessagesView } from './messages-view';
import { CareView, PairView, DisclosureView } from './disclosure-view';
import './fiction.css';

/** The writers' desk: conversations that wait for an answer by a fictional profile, one at a time. */
export const FictionPage = () => (
  <Routes>
    <Route path=":id?" element={<FictionDesk />} />
  </Routes>
);

function FictionDesk() {
  const { id } = useParams();
  const translate = useTranslate();
  const [state, setState] = useState<State>('waiting');
  const conversations = useConversations(state);
  const queue = <FictionList list={conversations} state={state} current={id} onState={setState} />;
  return (
    <>
      <Title title={<DeskHead />} />
      {id === undefined ? (
        <Desk
          name="fiction"
          queue={queue}
          isOpen={false}
          evidence={<p>{translate('pages.fiction.choose')}</p>}
          decision={<Next />}
        />
      ) : (
        <Taken key={id} id={id} queue={queue} />
      )}
    </>
  );
}

function DeskHead() {
  const translate = useTranslate();
  const { total } = useConversations('waiting');
  return (
    <DeskTitle
      title={translate('pages.fiction.title')}
      waiting={total === undefined ? undefined : translate('pages.fiction.to_answer', total)}
    />
  );
}

/** The conversation that waits longest and that nobody else has in hand, after this one. */
function useNext(after?: string) {
  const navigate = useNavigate();
  const { data = [] } = useConversations('waiting');
  const next = data.find(({ id, held_by: holder }) => id !== after && holder === null);
  return { next, go: () => void navigate(next === undefined ? '/fiction' : `/fiction/${next.id}`) };
}

function Next({ after }: { after?: string }) {
  const translate = useTranslate();
  const { next, go } = useNext(after);
  return (
    <KeyButton shortcut="j" disabled={next === undefined} onClick={go}>
      {translate('pages.fiction.next')}
    </KeyButton>
  );
}

/** Opening a conversation takes it; only who has it in hand reads it. */
function Taken({ id, queue }: { id: string; queue: ReactNode }) {
  const translate = useTranslate();
  const mayWrite = usePermission('moderation.fiction.write');
  const { act } = useAct(FICTION, id);
  const { go } = useNext(id);
  const [hand, setHand] = useState<'taking' | 'mine' | 'refused'>('taking');
  // Kept here, so that it is still there when a conversation that slipped out of one's hands is taken again.
  const [draft, setDraft] = useState('');
  const began = useRef(false);
  const { data, error, refetch } = useView(FICTION, id, 'case', { isOn: hand === 'mine', every: 15_000 });
  const take = async () => setHand((await act('take')) ? 'mine' : 'refused');
  useEffect(() => {
    if (!mayWrite || began.current) return;
    began.current = true;
    void take();
  });
  const back = (
    <Link to="/fiction" className="desk-back">
      {translate('pages.fiction.back')}
    </Link>
  );
  // Whoever has it in hand no longer reads it, though the words of the last look are still there.
  const isRefused = hand === 'refused' || problemOf(error) !== undefined;
  if (data === undefined || hand !== 'mine' || isRefused)
    return (
      <Desk
        name="fiction"
        queue={queue}
        isOpen
        evidence={
          <>
            {back}
            {isRefused ? (
              <div className="fiction-refused">
                <p>{translate('pages.fiction.refused')}</p>
                <KeyButton shortcut="k" onClick={() => void take()}>
                  {translate('pages.fiction.take')}
                </KeyButton>
              </div>
            ) : null}
            {error && !isRefused ? <Failed error={error} onRetry={() => void take()} /> : null}
            {isRefused || error ? null : <p aria-busy>{translate('pages.fiction.taking')}</p>}
          </>
        }
        decision={<Next after={id} />}
      />
    );
  const again = () => void refetch();
  return (
    <Desk
      name="fiction"
      queue={queue}
      isOpen
      evidence={
        <>
          {back}
          <CaseHead conversation={data} />
          <DisclosureView conversation={data} />
          <MessagesView conversation={data} />
        </>
      }
      decision={
        <>
          {/* Where there is one column, it stands beside the answer too. */}
          <DisclosureView conversation={data} />
          <CareView conversation={data} />
          <AnswerBox conversation={data} draft={draft} onDraft={setDraft} onChange={again} onDone={go} />
          <HandOver conversation={data} onChange={again} />
          <Next after={id} />
          <Notes conversation={data} onChange={again} />
          <PairView conversation={data} />
        </>
      }
    />
  );
}

function CaseHead({ conversation }: { conversation: FictionCase }) {
  const translate = useTranslate();
  const { member, profile, until } = conversation;
  return (
    <header className="case-line">
      <h2>{translate('pages.fiction.pair', { member: member.name, profile: profile.name })}</h2>
      <span className="badges">
        <span className="badge">{conversation.site}</span>
        {until === null ? null : (
          <span className="badge">{translate('pages.fiction.yours', { time: momentInWords(until) })}</span>
        )}
      </span>
    </header>
  );
}
