import { Alert, Button, Card } from '@mui/material';
import { useState } from 'react';
import { Form, TextInput, required, useLogin, useNotify, useTranslate } from 'react-admin';
import { codeInput, passwordInput } from '@/kit/proof-inputs';
import { fieldErrorsOf } from '@/providers/http';
import type { SignIn } from '@/providers/schema';
import type { Session } from '@/providers/session';
import { Logo } from './logo';
import { useThemeOnPage } from './ops-layout';

const NEEDED = [required()];
const RECOVERY_CODE = /[a-z]/i;

/** E-mail, password and one-time code in one step; which of them was wrong is not said. */
export function SignInPage() {
  const login = useLogin();
  const translate = useTranslate();
  const notify = useNotify();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useThemeOnPage();

  const signIn = async (values: Partial<SignIn>) => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const session = (await login(values)) as Session;
      if (RECOVERY_CODE.test(values.code ?? ''))
        notify('ops.sign_in.recovered', { messageArgs: { smart_count: session.recovery_codes_left } });
      return {};
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'ops.unreachable');
      return fieldErrorsOf(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className="sign-in">
      <Logo />
      <Card className="door">
        <h1>{translate('ops.sign_in.title')}</h1>
        {refusal === undefined ? null : <Alert severity="error">{translate(refusal, { _: refusal })}</Alert>}
        <Form onSubmit={signIn} noValidate>
          <TextInput source="email" type="email" label="ops.sign_in.email" autoComplete="username" validate={NEEDED} />
          {passwordInput()}
          {codeInput()}
          <Button type="submit" variant="contained" fullWidth disabled={isBusy}>
            {translate('ops.sign_in.submit')}
          </Button>
        </Form>
        <p>{translate('ops.sign_in.forgotten')}</p>
      </Card>
    </main>
  );
}
