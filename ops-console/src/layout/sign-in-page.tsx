import { Alert, Button, Card } from '@mui/material';
import { useState } from 'react';
import { Form, Notification, TextInput, required, useLogin, useTranslate } from 'react-admin';
import type { SignIn } from '@/providers/auth-provider';
import { fieldErrorsOf } from '@/providers/http';
import { Logo } from './logo';
import { useThemeOnPage } from './ops-layout';

const NEEDED = [required()];

/** E-mail, password and one-time code in one step; which of them was wrong is not said. */
export function SignInPage() {
  const login = useLogin();
  const translate = useTranslate();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useThemeOnPage();

  const signIn = async (values: Partial<SignIn>) => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await login(values);
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
          <TextInput
            source="password"
            type="password"
            label="ops.sign_in.password"
            autoComplete="current-password"
            validate={NEEDED}
          />
          <TextInput
            source="code"
            label="ops.sign_in.code"
            helperText="ops.sign_in.code_help"
            autoComplete="one-time-code"
            validate={NEEDED}
          />
          <Button type="submit" variant="contained" fullWidth disabled={isBusy}>
            {translate('ops.sign_in.submit')}
          </Button>
        </Form>
      </Card>
      <Notification />
    </main>
  );
}
