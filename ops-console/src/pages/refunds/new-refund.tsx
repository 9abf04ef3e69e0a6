import { Button, TextField } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useAct } from '@/kit/desk-kit';
import { moneyInWords } from '@/kit/money';
import { useView } from '@/kit/use-view';
import { usePermission } from '@/kit/use-permission';
import { WillRead } from '@/kit/will-say';
import { ORDERS, type Standing } from './api';

/** Pay a part or all of an order back; the server says what it comes to before anything happens. */
export function NewRefund({ standing }: { standing: Standing }) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const { act, isBusy } = useAct(ORDERS, standing.order_id);
  const [credits, setCredits] = useState(String(standing.unspent));
  const [extra, setExtra] = useState('0');
  const [reason, setReason] = useState('');
  const mayAsk = usePermission('billing.refunds.request');
  const query = { credits: credits || '0', extra_minor: extra || '0' };
  const { data: preview, error } = useView(ORDERS, standing.order_id, 'refund', { query, isOn: mayAsk });
  if (!mayAsk) return <p>{translate('pages.refunds.not_yours')}</p>;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const values = { credits: Number(query.credits), extra_minor: Number(query.extra_minor), reason };
    if (!(await act('refund', values))) return;
    notify(preview?.needs_approval ? 'pages.refunds.make.waits' : 'pages.refunds.make.done');
    await navigate('/refunds');
  };
  return (
    <form className="desk-form" onSubmit={(event) => void send(event)}>
      <h2>{translate('pages.refunds.make.title')}</h2>
      <TextField
        label={translate('pages.refunds.make.credits')}
        type="number"
        value={credits}
        onChange={(event) => setCredits(event.target.value)}
        slotProps={{ htmlInput: { min: 0, max: standing.unspent, step: 1 } }}
      />
      <TextField
        label={translate('pages.refunds.make.extra')}
        type="number"
        value={extra}
        onChange={(event) => setExtra(event.target.value)}
        slotProps={{ htmlInput: { min: 0, max: 100000, step: 1 } }}
      />
      <TextField
        label={translate('pages.refunds.make.reason')}
        value={reason}
        required
        onChange={(event) => setReason(event.target.value)}
        slotProps={{ htmlInput: { minLength: 3 } }}
      />
      {error ? <p role="alert">{error.message}</p> : null}
      {preview && !error ? (
        <>
          <WillRead
            label={translate('pages.refunds.will_read', { name: standing.member.name })}
            language={preview.language}
            paragraphs={preview.reads}
          />
          <p className="note">
            {preview.needs_approval
              ? translate('pages.refunds.make.approval', { limit: moneyInWords(standing.approval_limit) })
              : translate('pages.refunds.make.direct')}
          </p>
          <Button type="submit" variant="contained" disabled={isBusy || reason.trim().length < 3}>
            {translate('pages.refunds.make.submit', { amount: moneyInWords(preview.amount) })}
          </Button>
        </>
      ) : null}
    </form>
  );
}
