import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { looksLikeEmail } from '@/lib/email';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { TextField } from '@/ui/text-field/text-field';
import { useRequestReset } from '../api/password-reset';

/** Asks for the address to which the link to a new password goes. */
export function ResetRequestForm({ onDone }: { onDone: (email: string) => void }) {
  const { t } = useTranslation('account');
  const request = useRequestReset();
  const [email, setEmail] = useState('');
  const [isChecked, setChecked] = useState(false);
  const problem = email ? (looksLikeEmail(email) ? undefined : t('emailInvalid')) : t('emailMissing');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (!problem) request.mutate(email, { onSuccess: () => onDone(email) });
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <ProblemAlert lead={t('reset.failed')} error={request.error} />
      <TextField
        id="email"
        name="email"
        type="email"
        label={t('email')}
        autoComplete="username"
        value={email}
        onChange={setEmail}
        error={isChecked ? problem : undefined}
      />
      <Button type="submit" variant="primary" size="large" wide isPending={request.isPending}>
        {t('reset.submit')}
      </Button>
    </form>
  );
}
