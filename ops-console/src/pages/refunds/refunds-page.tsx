import { Button, TextField } from '@mui/material';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Link, Route, Routes, useNavigate, useParams } from 'react-router-dom';
import { Desk, DeskTitle } from '@/kit/desk';
import { Failed } from '@/kit/failed';
import { FactsList } from '@/kit/facts-list';
import { KeyButton } from '@/kit/keys';
import { useRecordList } from '@/kit/records';
import { momentInWords } from '@/kit/times';
import { useView } from '@/kit/use-view';
import { ORDERS, REFUNDS, isUnderWay, type RefundCase } from './api';
import { Figures } from './figures';
import { NewRefund } from './new-refund';
import { RefundDecision } from './refund-decision';
import { RefundList, useRefunds, type Which } from './refund-list';
import { StandingView } from './standing-view';
import './refunds.css';

/** The refund desk: what waits, how its order stands, and what is decided. */
export const RefundsPage = () => (
  <Routes>
    <Route path="orders/:orderId" element={<OrderDesk />} />
    <Route path=":id?" element={<RefundDesk />} />
  </Routes>
);

interface FrameProps {
  current?: string;
  isOpen: boolean;
  evidence: ReactNode;
  decision: ReactNode;
}

function Frame({ current, isOpen, evidence, decision }: FrameProps) {
  const [which, setWhich] = useState<Which>('requested');
  const refunds = useRefunds(which);
  return (
    <>
      <Title title={<DeskHead />} />
      <Desk
        name="refunds"
        isOpen={isOpen}
        queue={<RefundList list={refunds} state={which} current={current} onState={setWhich} />}
        evidence={evidence}
        decision={decision}
      />
    </>
  );
}

function DeskHead() {
  const translate = useTranslate();
  const { total } = useRefunds('requested');
  return (
    <DeskTitle
      title={translate('pages.refunds.title')}
      waiting={total === undefined ? undefined : translate('pages.refunds.to_decide', total)}
    />
  );
}

function RefundDesk() {
  const { id } = useParams();
  return id === undefined ? (
    <Frame isOpen={false} evidence={<NothingChosen />} decision={<NextButton />} />
  ) : (
    <CaseDesk key={id} id={id} />
  );
}

function NothingChosen() {
  const translate = useTranslate();
  return (
    <>
      <Figures />
      <p>{translate('pages.refunds.choose')}</p>
      <FindOrder />
    </>
  );
}

function FindOrder() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [number, setNumber] = useState('');
  const find = (event: FormEvent) => {
    event.preventDefault();
    void navigate(`/refunds/orders/${encodeURIComponent(number.trim())}`);
  };
  return (
    <form className="desk-find" onSubmit={find}>
      <TextField
        label={translate('pages.refunds.find.label')}
        value={number}
        required
        onChange={(event) => setNumber(event.target.value)}
      />
      <Button type="submit">{translate('pages.refunds.find.button')}</Button>
    </form>
  );
}

function NextButton({ after }: { after?: string }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { data = [] } = useRecordList(REFUNDS, {
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'id', order: 'ASC' },
    filter: { state: 'requested' },
  });
  const next = data[(data.findIndex(({ id }) => id === after) + 1) % Math.max(1, data.length)];
  return (
    <KeyButton
      shortcut="j"
      disabled={next === undefined || next.id === after}
      onClick={() => void navigate(`/refunds/${next?.id ?? ''}`)}
    >
      {translate('pages.refunds.next')}
    </KeyButton>
  );
}

function CaseDesk({ id }: { id: string }) {
  const translate = useTranslate();
  const [isMoving, setMoving] = useState(true);
  const { data, error, refetch } = useView(REFUNDS, id, 'case', { every: isMoving ? 4_000 : false });
  if (data && isUnderWay(data.state) !== isMoving) setMoving(isUnderWay(data.state));
  if (data === undefined)
    return (
      <Frame
        current={id}
        isOpen
        evidence={<Waiting error={error} onRetry={refetch} />}
        decision={<NextButton after={id} />}
      />
    );
  return (
    <Frame
      current={id}
      isOpen
      evidence={
        <>
          <BackToList />
          <h2>
            <Link to={`/accounts.members/${data.standing.member.id}/show`}>{data.standing.member.name}</Link>
            {' · '}
            {translate(`choices.${data.ground}`)}
          </h2>
          <StandingView standing={data.standing} toPay={data.amount} />
          <CaseFacts refund={data} />
        </>
      }
      decision={
        <>
          <RefundDecision key={data.state} refund={data} onDone={() => void refetch()} />
          <NextButton after={id} />
        </>
      }
    />
  );
}

function CaseFacts({ refund }: { refund: RefundCase }) {
  const translate = useTranslate();
  const facts: [string, string][] = [
    [translate('pages.refunds.asked'), momentInWords(refund.created_at)],
    [translate('pages.refunds.asked_by'), translate(`pages.refunds.who.${refund.asked_by}`)],
  ];
  if (refund.note) facts.push([translate('pages.refunds.note'), refund.note]);
  if (refund.decided_by)
    facts.push([translate('pages.refunds.decided_by'), translate(`pages.refunds.who.${refund.decided_by}`)]);
  if (refund.credit_note) facts.push([translate('pages.refunds.credit_note'), refund.credit_note]);
  return (
    <>
      <Way refund={refund} />
      <FactsList facts={facts} />
    </>
  );
}

/** The way of the money: where it is now, and when it was where. */
function Way({ refund }: { refund: RefundCase }) {
  const translate = useTranslate();
  const steps: [string, string | null][] = [
    ['requested', refund.created_at],
    ['sent', refund.submitted_at],
    ['ended', refund.settled_at],
  ];
  return (
    <ol className="way" aria-label={translate('pages.refunds.way.label')}>
      {steps.map(([step, at]) => (
        <li key={step} data-done={at !== null}>
          <b>{translate(`pages.refunds.way.${step}`)}</b>
          {at ? <time dateTime={at}>{momentInWords(at)}</time> : <span>{translate('pages.refunds.never')}</span>}
        </li>
      ))}
    </ol>
  );
}

function OrderDesk() {
  const { orderId = '' } = useParams();
  const translate = useTranslate();
  const { data, error, refetch } = useView(ORDERS, orderId, 'standing');
  if (data === undefined)
    return <Frame isOpen evidence={<Waiting error={error} onRetry={refetch} />} decision={<NextButton />} />;
  return (
    <Frame
      isOpen
      evidence={
        <>
          <BackToList />
          <h2>
            <Link to={`/accounts.members/${data.member.id}/show`}>{data.member.name}</Link>
            {' · '}
            {translate('pages.refunds.columns.evidence')}
          </h2>
          <StandingView standing={data} />
        </>
      }
      decision={<NewRefund standing={data} />}
    />
  );
}

function Waiting({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const translate = useTranslate();
  if (!error) return <p aria-busy>{translate('ops.loading')}</p>;
  return (
    <>
      <BackToList />
      <Failed error={error} onRetry={() => void onRetry()} />
      <FindOrder />
    </>
  );
}

function BackToList() {
  const translate = useTranslate();
  return (
    <Link to="/refunds" className="desk-back">
      {translate('pages.refunds.back')}
    </Link>
  );
}
