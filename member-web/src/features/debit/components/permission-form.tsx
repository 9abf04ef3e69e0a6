import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { faultsOf } from '@/api/api-error';
import { useFormat } from '@/i18n/format';
import { Button } from '@/ui/button/button';
import { Checkbox } from '@/ui/checkbox/checkbox';
import { TextField } from '@/ui/text-field/text-field';
import { useAuthorise, type Debit } from '../api/direct-debit';
import styles from './page.module.css';
import { Refusal } from './refusal';

interface PermissionFormProps {
  debit: Debit;
  /** To have another code sent. */
  again: { error: unknown; isPending: boolean; onSend: () => void };
  onMend: () => void;
  onDone: () => void;
}

/** The code from the SMS, the whole text of the mandate, and the box that is never ticked beforehand (spec 5.6). */
export function PermissionForm({ debit, again, onMend, onDone }: PermissionFormProps) {
  const { t } = useTranslation('direct-debit');
  const format = useFormat();
  const authorise = useAuthorise();
  const [code, setCode] = useState('');
  const [isTicked, setTicked] = useState(false);
  const [wasPressed, setPressed] = useState(false);
  const faults = faultsOf(authorise.error);
  const sent = useRef<HTMLParagraphElement>(null);
  // The form before it is gone: what came in its place is read from its beginning.
  useEffect(() => sent.current?.focus(), []);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPressed(true);
    if (code.trim() && isTicked) {
      authorise.mutate({ order_id: debit.order_id, code: code.trim(), authorised: isTicked }, { onSuccess: onDone });
    } else document.querySelector<HTMLElement>(code.trim() ? '#permission input' : '#sms-code')?.focus();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p ref={sent} tabIndex={-1} className="lead" role="status">
        {t('sent', { phone: debit.phone, time: format.time(debit.expires_at) })}
      </p>
      <Refusal error={authorise.error} known={['code', 'authorised']} />
      <Refusal error={again.error} known={[]} />
      <div className={styles.code}>
        <TextField
          id="sms-code"
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          value={code}
          onChange={setCode}
          error={wasPressed && !code.trim() ? t('codeMissing') : faults['code']}
        />
      </div>
      <section className={styles.mandate} aria-labelledby="mandate">
        <h2 id="mandate">{t('mandate')}</h2>
        <p>{debit.mandate_text}</p>
      </section>
      <div id="permission">
        <Checkbox
          isSelected={isTicked}
          onChange={setTicked}
          boxed
          error={wasPressed && !isTicked ? t('permissionMissing') : faults['authorised']}
        >
          {t('permission', { creditor: debit.creditor, amount: format.money(debit.amount), iban: debit.iban })}
        </Checkbox>
      </div>
      <Button type="submit" variant="primary" size="large" wide isPending={authorise.isPending}>
        {t('authorise', { amount: format.money(debit.amount) })}
      </Button>
      <p className="meta">{t('when', { day: format.date(debit.due_on) })}</p>
      <div className={styles.actions}>
        <Button onPress={again.onSend} isPending={again.isPending}>
          {t('again')}
        </Button>
        <Button onPress={onMend}>{t('mend')}</Button>
      </div>
    </form>
  );
}
