import { Button, FormControlLabel, Radio, RadioGroup, TextField } from '@mui/material';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useAct } from '@/kit/desk-kit';
import { Key, KeyButton } from '@/kit/keys';
import { moneyInWords } from '@/kit/money';
import { untilInWords } from '@/kit/times';
import { useKeys } from '@/kit/use-keys';
import { usePermission } from '@/kit/use-permission';
import { WillRead } from '@/kit/will-say';
import { REASONS, REFUNDS, isUnderWay, type Reason, type RefundCase } from './api';

interface Props {
  refund: RefundCase;
  /** After a decision: read everything again. */
  onDone: () => void;
}

/** What is decided about a refund, in the very words that the member reads. */
export function RefundDecision({ refund, onDone }: Props) {
  const translate = useTranslate();
  const { member } = refund.standing;
  const left = untilInWords(refund.decide_until);
  const isOpen = refund.state === 'requested';
  const isReturned = refund.standing.credits === 0 && ['failed', 'canceled'].includes(refund.state);
  return (
    <>
      <header className="case-line">
        <h2>{translate('pages.refunds.columns.decision')}</h2>
        {isOpen ? (
          <span className={`badge ${left.isOver ? 'danger' : 'warn'}`}>
            {translate(left.isOver ? 'pages.refunds.late' : 'pages.refunds.left', { time: left.text })}
          </span>
        ) : null}
      </header>
      {isOpen ? (
        <Decide refund={refund} onDone={onDone} />
      ) : (
        <>
          <output>{translate(`pages.refunds.state.${isReturned ? 'failed_whole' : refund.state}`)}</output>
          <WillRead
            label={translate('pages.refunds.has_read', { name: member.name })}
            language={refund.reads.language}
            paragraphs={refund.reads.said ?? refund.reads.going}
          />
          {isUnderWay(refund.state) ? <AskProvider refund={refund} onDone={onDone} /> : null}
          {refund.can_send_again ? <SendAgain refund={refund} onDone={onDone} /> : null}
        </>
      )}
    </>
  );
}

function AskProvider({ refund, onDone }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const { act, isBusy } = useAct(REFUNDS, refund.id);
  if (!usePermission('billing.orders.check')) return null;
  const ask = async () => {
    if (!(await act('ask-provider'))) return;
    notify('pages.refunds.asking');
    onDone();
  };
  return (
    <KeyButton shortcut="a" disabled={isBusy} onClick={() => void ask()}>
      {translate('pages.refunds.ask_provider')}
    </KeyButton>
  );
}

function SendAgain({ refund, onDone }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const { act, isBusy } = useAct(REFUNDS, refund.id);
  if (!usePermission('billing.refunds.decide')) return null;
  const send = async () => {
    if (!(await act('send-again'))) return;
    notify('pages.refunds.approved');
    onDone();
  };
  return (
    <KeyButton shortcut="p" variant="contained" disabled={isBusy} onClick={() => void send()}>
      {translate('pages.refunds.send_again')}
    </KeyButton>
  );
}

function Decide({ refund, onDone }: Props) {
  const translate = useTranslate();
  const [isRefusing, setRefusing] = useState(false);
  const mayDecide = usePermission('billing.refunds.decide');
  if (!mayDecide) return <p>{translate('pages.refunds.not_yours')}</p>;
  return isRefusing ? (
    <Refuse refund={refund} onDone={onDone} onKeep={() => setRefusing(false)} />
  ) : (
    <Approve refund={refund} onDone={onDone} onRefuse={() => setRefusing(true)} />
  );
}

function Approve({ refund, onDone, onRefuse }: Props & { onRefuse: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { act, isBusy } = useAct(REFUNDS, refund.id);
  const { member } = refund.standing;
  const pay = async () => {
    if (!(await act('approve'))) return;
    notify('pages.refunds.approved');
    onDone();
  };
  return (
    <>
      <WillRead
        label={translate('pages.refunds.will_read', { name: member.name })}
        language={refund.reads.language}
        paragraphs={refund.reads.going}
      />
      {refund.can_approve ? null : <p className="said-note">{translate('pages.refunds.second')}</p>}
      {refund.is_taken_back ? <p className="said-note">{translate('pages.refunds.taken_back')}</p> : null}
      <KeyButton
        shortcut="p"
        variant="contained"
        disabled={isBusy || !refund.can_approve || refund.is_taken_back}
        onClick={() => void pay()}
      >
        {translate('pages.refunds.pay', { amount: moneyInWords(refund.amount) })}
      </KeyButton>
      <KeyButton shortcut="x" disabled={isBusy} onClick={onRefuse}>
        {translate('pages.refunds.refuse')}
      </KeyButton>
      {refund.credits > 0 ? <p className="note">{translate('pages.refunds.locked', refund.credits)}</p> : null}
    </>
  );
}

function Refuse({ refund, onDone, onKeep }: Props & { onKeep: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { act, isBusy } = useAct(REFUNDS, refund.id);
  const [reason, setReason] = useState<Reason>();
  const [words, setWords] = useState('');
  const { name } = refund.standing.member;
  useKeys(Object.fromEntries(REASONS.map((one, at) => [String(at + 1), () => setReason(one)])));
  const refuse = async () => {
    if (!reason || !(await act('reject', { reason, words }))) return;
    notify('pages.refunds.refused');
    onDone();
  };
  const said = words.trim();
  return (
    <>
      <RadioGroup
        aria-label={translate('pages.refunds.reason')}
        value={reason ?? ''}
        onChange={(_event, value) => setReason(value as Reason)}
      >
        {REASONS.map((one, at) => (
          <div key={one} className="choice">
            <FormControlLabel value={one} control={<Radio />} label={translate(`pages.refunds.reasons.${one}`)} />
            <Key name={String(at + 1)} />
          </div>
        ))}
      </RadioGroup>
      <TextField
        label={translate('pages.refunds.words', { name })}
        multiline
        minRows={2}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        slotProps={{ htmlInput: { lang: refund.reads.language } }}
      />
      {reason ? (
        <WillRead
          label={translate('pages.refunds.will_read', { name })}
          language={refund.reads.language}
          paragraphs={withWords(refund.reads.refused[reason] ?? [], said, refund.credits > 0)}
        />
      ) : null}
      <KeyButton
        shortcut="Enter"
        color="error"
        variant="contained"
        reason={reason === 'other' ? said : reason}
        disabled={isBusy}
        onClick={() => void refuse()}
      >
        {translate('pages.refunds.refuse_now')}
      </KeyButton>
      <Button onClick={onKeep}>{translate('pages.refunds.keep')}</Button>
    </>
  );
}

/** Own words stand after the reason, and before what becomes of the credits. */
function withWords(paragraphs: readonly string[], words: string, hasCredits: boolean): string[] {
  if (!words) return [...paragraphs];
  const last = hasCredits ? paragraphs.length - 1 : paragraphs.length;
  return [...paragraphs.slice(0, last), words, ...paragraphs.slice(last)];
}
