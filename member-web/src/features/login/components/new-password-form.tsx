import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { TextField } from '@/ui/text-field/text-field';
import { useResetPassword } from '../api/password-reset';

/** The new password, twice; what the server finds weak it says in words (spec 5.4). */
export function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation('account');
  const reset = useResetPassword();
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [isChecked, setChecked] = useState(false);
  const missing = password ? undefined : t('resetDo.passwordMissing');
  const differ = password === repeat ? undefined : t('resetDo.differ');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (!missing && !differ) reset.mutate({ token, password, password_repeat: repeat }, { onSuccess: onDone });
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <ProblemAlert lead={t('resetDo.failed')} error={reset.error} />
      <TextField
        id="password"
        name="password"
        type="password"
        label={t('resetDo.password')}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={isChecked ? missing : undefined}
      />
      <TextField
        id="password-repeat"
        name="password-repeat"
        type="password"
        label={t('resetDo.repeat')}
        autoComplete="new-password"
        value={repeat}
        onChange={setRepeat}
        error={isChecked && !missing ? differ : undefined}
      />
      <Button type="submit" variant="primary" size="large" wide isPending={reset.isPending}>
        {t('resetDo.submit')}
      </Button>
    </form>
  );
}
