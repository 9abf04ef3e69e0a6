import { useState, type ReactNode } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Link, Route, Routes, useNavigate, useParams } from 'react-router-dom';
import { Desk, DeskTitle } from '@/kit/desk';
import { Failed } from '@/kit/failed';
import { KeyButton } from '@/kit/keys';
import { untilInWords } from '@/kit/times';
import { useView } from '@/kit/use-view';
import { AnswerBox } from './answer-box';
import { COMPLAINTS, type ComplaintCase, type State } from './api';
import { ComplaintList, useComplaints } from './complaint-list';
import { HandOver } from './hand-over';
import { OpenCase } from './open-case';
import { PersonFacts } from './person-facts';
import { Thread } from './thread';
import './complaints.css';

/** The complaints desk: what waits, what was said, and the answer. */
export const ComplaintsPage = () => (
  <Routes>
    <Route path=":id?" element={<ComplaintDesk />} />
  </Routes>
);

function ComplaintDesk() {
  const { id } = useParams();
  const translate = useTranslate();
  const [state, setState] = useState<State>('open');
  const complaints = useComplaints(state);
  const queue = <ComplaintList list={complaints} state={state} current={id} onState={setState} />;
  return (
    <>
      <Title title={<DeskHead />} />
      {id === undefined ? (
        <Desk
          name="complaints"
          queue={queue}
          isOpen={false}
          evidence={<p>{translate('pages.complaints.choose')}</p>}
          decision={
            <div className="row">
              <Next />
              <OpenCase />
            </div>
          }
        />
      ) : (
        <CaseDesk key={id} id={id} queue={queue} onDone={() => void complaints.refetch()} />
      )}
    </>
  );
}

function DeskHead() {
  const translate = useTranslate();
  const { total } = useComplaints('open');
  return (
    <DeskTitle
      title={translate('pages.complaints.title')}
      waiting={total === undefined ? undefined : translate('pages.complaints.to_answer', total)}
    />
  );
}

/** Leads to the complaint that is due first, after this one. */
function Next({ after }: { after?: string }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { data = [] } = useComplaints('open');
  const next = data[(data.findIndex(({ id }) => id === after) + 1) % Math.max(1, data.length)];
  return (
    <KeyButton
      shortcut="j"
      disabled={next === undefined || next.id === after}
      onClick={() => void navigate(`/complaints/${next?.id ?? ''}`)}
    >
      {translate('pages.complaints.next')}
    </KeyButton>
  );
}

function CaseDesk({ id, queue, onDone }: { id: string; queue: ReactNode; onDone: () => void }) {
  const translate = useTranslate();
  const { data, error, refetch } = useView(COMPLAINTS, id, 'case', { every: 15_000 });
  const again = () => {
    void refetch();
    onDone();
  };
  const back = (
    <Link to="/complaints" className="desk-back">
      {translate('pages.complaints.back')}
    </Link>
  );
  if (data === undefined)
    return (
      <Desk
        name="complaints"
        queue={queue}
        isOpen
        evidence={
          <>
            {back}
            {error ? <Failed error={error} onRetry={again} /> : <p aria-busy>{translate('ops.loading')}</p>}
          </>
        }
        decision={<Next after={id} />}
      />
    );
  return (
    <Desk
      name="complaints"
      queue={queue}
      isOpen
      evidence={
        <>
          {back}
          <CaseHead complaint={data} />
          <Thread complaint={data} />
        </>
      }
      decision={
        <>
          <PersonFacts complaint={data} />
          <AnswerBox complaint={data} onDone={again} />
          <HandOver complaint={data} onDone={again} />
          <Next after={id} />
        </>
      }
    />
  );
}

function CaseHead({ complaint }: { complaint: ComplaintCase }) {
  const translate = useTranslate();
  const left = complaint.due_at === null ? undefined : untilInWords(complaint.due_at);
  return (
    <header className="case-line">
      <h2>{complaint.number}</h2>
      <span className="badges">
        <span className="badge">{translate(`pages.complaints.filters.${complaint.state}`)}</span>
        {complaint.is_ours ? <span className="badge">{translate('pages.complaints.ours')}</span> : null}
        {left ? (
          <span className={`badge ${left.isOver ? 'danger' : 'warn'}`}>
            {translate(left.isOver ? 'pages.complaints.late' : 'pages.complaints.due', { time: left.text })}
          </span>
        ) : null}
      </span>
    </header>
  );
}
