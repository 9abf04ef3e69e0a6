import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { faultsOf } from '@/api/api-error';
import { useMember } from '@/api/session';
import { looksLikeEmail } from '@/lib/email';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { TextField } from '@/ui/text-field/text-field';
import { UsernameField } from '@/ui/username-field/username-field';
import { useChangeEmail } from '../api/account';

const EMPTY = { email: '', password: '' };

/** Another e-mail address, with the password; it changes once the new one is confirmed. The page gives the heading. */
export function EmailChangeForm() {
  const { t } = useTranslation('account-settings');
  const { email: present } = useMember();
  const change = useChangeEmail();
  const [form, setForm] = useState(EMPTY);
  const [isChecked, setChecked] = useState(false);
  const refused = faultsOf(change.error);
  const problems = {
    email: form.email ? (looksLikeEmail(form.email) ? undefined : t('email.invalid')) : t('email.missing'),
    password: form.password ? undefined : t('passwordMissing'),
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (problems.email) document.querySelector<HTMLElement>('#new-email')?.focus();
    else if (problems.password) document.querySelector<HTMLElement>('#email-password')?.focus();
    else change.mutate(form, { onSuccess: () => (setForm(EMPTY), setChecked(false)) });
  };
  const edit = (part: Partial<typeof EMPTY>) => {
    if (change.isError) change.reset();
    setForm({ ...form, ...part });
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>{t('email.present', { email: present })}</p>
      {change.isError && Object.keys(refused).length === 0 && (
        <ProblemAlert lead={t('email.failed')} error={change.error} />
      )}
      {change.isSuccess && (
        <Alert tone="ok" lead={t('email.sent')} live>
          {t('email.sentText', { email: change.variables.email })}
        </Alert>
      )}
      <TextField
        id="new-email"
        name="email"
        type="email"
        label={t('email.new')}
        help={t('email.help')}
        autoComplete="email"
        value={form.email}
        onChange={(email) => edit({ email })}
        error={(isChecked ? problems.email : undefined) ?? refused['email']}
      />
      <UsernameField email={present} />
      <TextField
        id="email-password"
        name="password"
        type="password"
        label={t('password')}
        autoComplete="current-password"
        value={form.password}
        onChange={(password) => edit({ password })}
        error={(isChecked ? problems.password : undefined) ?? refused['password']}
      />
      <div>
        <Button type="submit" variant="primary" isPending={change.isPending}>
          {t('email.submit')}
        </Button>
      </div>
    </form>
  );
}
