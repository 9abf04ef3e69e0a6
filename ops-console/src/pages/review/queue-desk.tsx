import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Loading, Title, useNotify, useTranslate } from 'react-admin';
import { useNavigate, useParams } from 'react-router-dom';
import { Desk, DeskTitle } from '@/kit/desk';
import { Failed } from '@/kit/failed';
import { KeyButton } from '@/kit/keys';
import { problemOf } from '@/providers/http';
import { decide, release, takeNext } from './api';
import { DecisionForm } from './decision-form';
import { DeskTabs } from './desk-tabs';
import { Due } from './due';
import { EvidenceView } from './evidence-view';
import { OpenCase } from './open-case';
import { QueueList, useQueue, type Queue } from './queue-list';
import { ageOf } from './time';
import { lostCodeOf, useCase, type Case } from './use-case';

/** What waits, the case in hand, and what is decided about it. */
export function QueueDesk() {
  const { id } = useParams();
  const queue = useQueue();
  const goOn = useGoOn(queue);
  const translate = useTranslate();
  return (
    <>
      <Title title={<DeskHead queue={queue} />} />
      {id === undefined ? (
        <Frame
          queue={queue}
          evidence={<p>{translate('pages.review.choose')}</p>}
          decision={
            <div className="row">
              <Next onNext={goOn} disabled={queue.isEmpty} />
              <OpenCase />
            </div>
          }
        />
      ) : (
        <CaseDesk key={id} id={id} queue={queue} goOn={goOn} />
      )}
    </>
  );
}

function DeskHead({ queue: { waiting, oldest, isLate } }: { queue: Queue }) {
  const translate = useTranslate();
  return (
    <DeskTitle
      title={translate('pages.review.title')}
      waiting={waiting === undefined ? undefined : translate('pages.review.waiting', { smart_count: waiting })}
    >
      {oldest === undefined ? null : (
        <span className={`badge ${isLate ? 'warn' : 'ok'}`}>
          {translate('pages.review.oldest', { age: ageOf(oldest) })}
        </span>
      )}
    </DeskTitle>
  );
}

interface FrameProps {
  queue: Queue;
  current?: string;
  evidence: ReactNode;
  decision: ReactNode;
}

function Frame({ queue, current, evidence, decision }: FrameProps) {
  return (
    <Desk
      name="review"
      isOpen={current !== undefined}
      queue={
        <>
          <DeskTabs />
          <QueueList queue={queue} current={current} />
        </>
      }
      evidence={evidence}
      decision={decision}
    />
  );
}

const Next = ({ onNext, disabled = false }: { onNext: () => void; disabled?: boolean }) => {
  const translate = useTranslate();
  return (
    <KeyButton shortcut="j" onClick={onNext} disabled={disabled}>
      {translate('pages.review.next')}
    </KeyButton>
  );
};

/** Take the next case and go to it; back to the list when nothing is left. */
function useGoOn({ lookAgain }: Queue) {
  const navigate = useNavigate();
  const complain = useComplain();
  return useCallback(() => {
    takeNext()
      .then(({ id }) => navigate(`/review/${id}`))
      .catch((error: unknown) => {
        if (problemOf(error)?.code === 'moderation.queue-empty') return navigate('/review');
        complain(error);
      })
      .finally(lookAgain);
  }, [navigate, complain, lookAgain]);
}

function useComplain() {
  const notify = useNotify();
  return useCallback(
    (error: unknown) => notify(error instanceof Error ? error.message : 'ops.unreachable', { type: 'error' }),
    [notify],
  );
}

interface CaseDeskProps {
  id: string;
  queue: Queue;
  goOn: () => void;
}

function CaseDesk({ id, queue, goOn }: CaseDeskProps) {
  const [found, openAgain] = useCase(id);
  const notify = useNotify();
  const settle = useEffectEvent((now: Case) => {
    // The list says who has what in hand.
    if (now.state === 'ready') queue.lookAgain();
    if (now.state !== 'lost') return;
    notify(`pages.review.lost.${now.code}`, { type: 'warning', messageArgs: { name: now.by } });
    goOn();
  });
  useEffect(() => settle(found), [found]);

  if (found.state === 'ready') return <CaseInHand found={found} queue={queue} goOn={goOn} openAgain={openAgain} />;
  return (
    <Frame
      queue={queue}
      current={id}
      evidence={
        found.state === 'failed' ? (
          <Failed error={found.error} onRetry={openAgain} />
        ) : (
          <Loading loadingPrimary="pages.review.loading" loadingSecondary="" />
        )
      }
      decision={<Next onNext={goOn} />}
    />
  );
}

interface CaseInHandProps {
  found: Extract<Case, { state: 'ready' }>;
  queue: Queue;
  goOn: () => void;
  openAgain: () => void;
}

function CaseInHand({ found: { item, seen }, queue, goOn, openAgain }: CaseInHandProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const complain = useComplain();
  const [isBusy, setBusy] = useState(false);

  const run = async (act: () => Promise<unknown>, after: () => void) => {
    setBusy(true);
    try {
      await act();
      queue.lookAgain();
      after();
    } catch (error) {
      if (problemOf(error)?.code === 'moderation.case-changed') {
        notify('pages.review.changed', { type: 'warning' });
        openAgain();
      } else if (lostCodeOf(error) === undefined) complain(error);
      else openAgain();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Frame
      queue={queue}
      current={item.id}
      evidence={
        <>
          <CaseHead item={item} seen={seen} />
          <EvidenceView seen={seen} />
        </>
      }
      decision={
        <>
          {/* What is about to be decided is about this version of the case. */}
          <DecisionForm
            key={item.version}
            item={item}
            seen={seen}
            isBusy={isBusy}
            onDecide={(verdict) => void run(() => decide(item, verdict), goOn)}
          />
          <div className="row">
            <KeyButton
              shortcut="x"
              disabled={isBusy}
              onClick={() =>
                void run(
                  () => release(item),
                  () => void navigate('/review'),
                )
              }
            >
              {translate('pages.review.release')}
            </KeyButton>
            <Next onNext={goOn} />
          </div>
        </>
      }
    />
  );
}

/** What the case is, and until when it is to be decided; it takes the focus, so that whoever hears the page hears it. */
function CaseHead({
  item: { id, kind, due_at: due },
  seen: { member },
}: Pick<CaseInHandProps['found'], 'item' | 'seen'>) {
  const translate = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <header className="case-head" data-case={id}>
      <h2 ref={heading} tabIndex={-1}>
        {translate(`pages.review.kinds.${kind}`)} ·{' '}
        {translate('pages.review.person', { name: member.name, age: member.age })}
      </h2>
      <Due at={due} />
      {member.is_fictional ? <span className="badge">{translate('pages.review.facts.fictional')}</span> : null}
    </header>
  );
}
