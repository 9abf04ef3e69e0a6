import { TicketPercent } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { TextField } from '@/ui/text-field/text-field';
import styles from './code-field.module.css';

interface CodeFieldProps {
  /** The code in use, "" for none. */
  code: string;
  /** Why the member has the discount, from the server. */
  why: string;
  error: string | undefined;
  isPending: boolean;
  onUse: (code: string) => void;
}

/** A discount code: typed, tried at once, and taken away again; a refusal is the server's own sentence (spec 5.5). */
export function CodeField({ code, why, error, isPending, onUse }: CodeFieldProps) {
  const { t } = useTranslation('shop');
  const [text, setText] = useState(code);
  const isUsed = code !== '' && error === undefined && !isPending;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onUse(text.trim());
  };
  if (isUsed) {
    return (
      <Alert
        tone="ok"
        lead={t('code.used', { code })}
        live
        action={
          <Button
            onPress={() => {
              setText('');
              onUse('');
            }}
          >
            {t('code.remove')}
          </Button>
        }
      >
        {why}
      </Alert>
    );
  }
  return (
    <form className={styles.code} onSubmit={submit} noValidate>
      <TextField label={t('code.label')} value={text} onChange={setText} error={error} autoComplete="off" />
      <Button type="submit" icon={TicketPercent} isPending={isPending}>
        {t('code.use')}
      </Button>
    </form>
  );
}
