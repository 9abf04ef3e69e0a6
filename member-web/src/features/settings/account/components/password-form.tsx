import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { faultsOf } from '@/api/api-error';
import { useMember } from '@/api/session';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { TextField } from '@/ui/text-field/text-field';
import { UsernameField } from '@/ui/username-field/username-field';
import { useChangePassword } from '../api/account';
import { checkNewPassword } from '../model/new-password';

const EMPTY = { old_password: '', password: '', password_repeat: '' };
type Field = keyof typeof EMPTY;

/** The old password and twice the new one (spec 5.4). The page gives the heading. */
export function PasswordForm() {
  const { t } = useTranslation('account-settings');
  const { email } = useMember();
  const change = useChangePassword();
  const [form, setForm] = useState(EMPTY);
  const [isChecked, setChecked] = useState(false);
  const problems = checkNewPassword(form);
  const refused = faultsOf(change.error);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const [wrong] = Object.keys(problems);
    if (wrong) document.querySelector<HTMLElement>(`#${idOf(wrong)}`)?.focus();
    else change.mutate(form, { onSuccess: () => (setForm(EMPTY), setChecked(false)) });
  };
  const field = (name: Field, autoComplete: string, help?: string) => {
    const found = problems[name];
    return (
      <TextField
        id={idOf(name)}
        name={name}
        type="password"
        label={t(`change.${name}`)}
        help={help}
        autoComplete={autoComplete}
        value={form[name]}
        onChange={(value) => {
          if (change.isError) change.reset();
          setForm({ ...form, [name]: value });
        }}
        error={(isChecked && found ? t(`change.${found}`) : undefined) ?? refused[name]}
      />
    );
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {change.isError && Object.keys(refused).length === 0 && (
        <ProblemAlert lead={t('change.failed')} error={change.error} />
      )}
      {change.isSuccess && (
        <Alert tone="ok" lead={t('change.done')} live>
          {t('change.doneText')}
        </Alert>
      )}
      <UsernameField email={email} />
      {field('old_password', 'current-password')}
      {field('password', 'new-password', t('change.help'))}
      {field('password_repeat', 'new-password')}
      <div>
        <Button type="submit" variant="primary" isPending={change.isPending}>
          {t('change.submit')}
        </Button>
      </div>
    </form>
  );
}

const idOf = (field: string) => field.replace('_', '-');
