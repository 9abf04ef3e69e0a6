import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/api-error';
import { problemText } from '@/api/problem-text';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { ErrorSummary } from '@/ui/error-summary/error-summary';
import { TextField } from '@/ui/text-field/text-field';
import { useLogin, useMailReactivation, type Credentials } from '../api/login';
import { checkCredentials } from '../model/credentials';

/** E-mail address and password; what is wrong is said before anything is sent. */
export function LoginForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('login');
  const login = useLogin();
  const [form, setForm] = useState<Credentials>({ email: '', password: '' });
  const [problems, setProblems] = useState<ReturnType<typeof checkCredentials>>([]);
  const errorOf = (field: string) => {
    const problem = problems.find((one) => one.field === field);
    return problem && t(problem.text);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkCredentials(form);
    setProblems(found);
    if (found.length === 0) login.mutate(form, { onSuccess: onDone });
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <ErrorSummary title={t('summary')} problems={problems.map(({ field, text }) => ({ field, message: t(text) }))} />
      {isPendingDeletion(login.error) ? (
        <WayBack error={login.error} credentials={login.variables ?? form} />
      ) : (
        login.isError && <ProblemAlert lead={t('failed')} error={login.error} />
      )}
      <TextField
        id="email"
        name="email"
        type="email"
        label={t('email')}
        autoComplete="username"
        value={form.email}
        onChange={(email) => setForm({ ...form, email })}
        error={errorOf('email')}
      />
      <TextField
        id="password"
        name="password"
        type="password"
        label={t('password')}
        autoComplete="current-password"
        value={form.password}
        onChange={(password) => setForm({ ...form, password })}
        error={errorOf('password')}
      />
      <Button type="submit" variant="primary" size="large" wide isPending={login.isPending}>
        {t('submit')}
      </Button>
    </form>
  );
}

const isPendingDeletion = (error: unknown) => error instanceof ApiError && error.code === 'accounts.pending-deletion';

/** An account that is about to be erased: the mail with the way back can be sent once more (spec 8.3). */
function WayBack({ error, credentials }: { error: unknown; credentials: Credentials }) {
  const { t } = useTranslation('login');
  const mail = useMailReactivation();
  if (mail.isSuccess) {
    return (
      <Alert tone="ok" lead={t('reactivateSent')} live>
        {t('reactivateSentText')}
      </Alert>
    );
  }
  const send = (
    <Button onPress={() => mail.mutate(credentials)} isPending={mail.isPending}>
      {t('reactivate')}
    </Button>
  );
  return (
    <>
      <ProblemAlert lead={t('reactivateFailed')} error={mail.error} />
      <Alert tone="warn" lead={problemText(error)} action={send} live />
    </>
  );
}
