import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { faultsOf } from '@/api/api-error';
import { useSettings } from '@/api/session';
import { Button } from '@/ui/button/button';
import { Checkbox } from '@/ui/checkbox/checkbox';
import { ErrorSummary } from '@/ui/error-summary/error-summary';
import { TextField } from '@/ui/text-field/text-field';
import type { Payer } from '../api/direct-debit';
import { groupIban, typeIban } from '../model/iban';
import { missingOf, type PayerProblem } from '../model/payer';
import { Refusal } from './refusal';

interface PayerFormProps {
  payer: Payer;
  onChange: (payer: Payer) => void;
  error: unknown;
  isPending: boolean;
  onSend: () => void;
}

/** Whose account pays, and the phone that the code goes to; a refusal loses nothing of it. */
export function PayerForm({ payer, onChange, error, isPending, onSend }: PayerFormProps) {
  const { t } = useTranslation('direct-debit');
  const { refund_days: days } = useSettings();
  const [missing, setMissing] = useState<PayerProblem[]>([]);
  const faults = faultsOf(error);
  const errorOf = (field: keyof Payer) => {
    const lacking = missing.find((one) => one.field === field);
    return lacking ? t(lacking.text) : faults[field];
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = missingOf(payer);
    setMissing(found);
    if (found.length === 0) onSend();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <ErrorSummary title={t('summary')} problems={missing.map(({ field, text }) => ({ field, message: t(text) }))} />
      <Refusal error={error} known={['iban', 'holder', 'phone', 'start_now']} />
      <TextField
        id="iban"
        label={t('iban')}
        help={t('ibanHelp')}
        autoComplete="off"
        spellCheck="false"
        value={payer.iban}
        onChange={(iban) => onChange({ ...payer, iban: typeIban(payer.iban, iban) })}
        onBlur={() => onChange({ ...payer, iban: groupIban(payer.iban) })}
        error={errorOf('iban')}
      />
      <TextField
        id="holder"
        label={t('holder')}
        help={t('holderHelp')}
        autoComplete="name"
        maxLength={70}
        value={payer.holder}
        onChange={(holder) => onChange({ ...payer, holder })}
        error={errorOf('holder')}
      />
      <TextField
        id="phone"
        type="tel"
        label={t('phone')}
        help={t('phoneHelp')}
        autoComplete="tel"
        value={payer.phone}
        onChange={(phone) => onChange({ ...payer, phone })}
        error={errorOf('phone')}
      />
      <div id="start_now">
        <Checkbox
          boxed
          isSelected={payer.start_now ?? false}
          onChange={(startNow) => onChange({ ...payer, start_now: startNow })}
          help={t('refund', { count: days })}
          error={errorOf('start_now')}
        >
          {t('startNow')}
        </Checkbox>
      </div>
      <Button type="submit" variant="primary" size="large" wide isPending={isPending}>
        {t('sendCode')}
      </Button>
      <p className="meta">{t('nothingYet')}</p>
    </form>
  );
}
