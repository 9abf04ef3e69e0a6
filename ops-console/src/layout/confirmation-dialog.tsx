import { useEffect, useState } from 'react';
import { TextInput, required } from 'react-admin';
import { FormDialog } from '@/kit/form-dialog';
import { askWith } from '@/providers/confirmation';
import { call } from '@/providers/http';

const NEEDED = [required()];

/** Asks for password and code whenever the server wants them again, for money and for lists that are taken away. */
export function ConfirmationDialog() {
  const [settle, setSettle] = useState<(isConfirmed: boolean) => void>();
  useEffect(() => {
    askWith(() => new Promise((resolve) => setSettle(() => resolve)));
    return () => askWith(undefined);
  }, []);

  if (!settle) return null;
  const close = (isConfirmed: boolean) => {
    setSettle(undefined);
    settle(isConfirmed);
  };
  return (
    <FormDialog
      title="ops.confirmation.title"
      text="ops.confirmation.text"
      submit="ops.confirmation.submit"
      onClose={() => close(false)}
      onSubmit={async (values) => {
        await call('/session/confirm', { method: 'POST', body: values });
        close(true);
      }}
    >
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
    </FormDialog>
  );
}
