import { useEffect, useState } from 'react';
import { FormDialog } from '@/kit/form-dialog';
import { codeInput, passwordInput } from '@/kit/proof-inputs';
import { useSessionAnew } from '@/kit/use-session-anew';
import { UsernameInput } from '@/kit/username-input';
import { askWith } from '@/providers/confirmation';
import { api } from '@/providers/http';
import type { Proof } from '@/providers/schema';

/** Asks for password and code whenever the server wants them again, for money and for lists that are taken away. */
export function ConfirmationDialog() {
  const [settle, setSettle] = useState<(isConfirmed: boolean) => void>();
  const askAnew = useSessionAnew();
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
      onSubmit={async (body: Proof) => {
        await api.POST('/ops/api/session/confirm', { body });
        close(true);
        // A recovery code may have been used up.
        await askAnew();
      }}
    >
      <UsernameInput />
      {passwordInput()}
      {codeInput()}
    </FormDialog>
  );
}
