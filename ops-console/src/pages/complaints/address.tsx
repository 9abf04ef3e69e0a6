import { Button } from '@mui/material';
import { useState } from 'react';
import { minLength, required, TextInput, useTranslate } from 'react-admin';
import { FormDialog } from '@/kit/form-dialog';
import { usePermission } from '@/kit/use-permission';
import { newIdempotencyKey } from '@/providers/http';
import { showAddress, type AddressForm } from './api';

const words = 'pages.complaints.address';

/** Where answers go to somebody without an account, for whoever says why. */
export function Address({ id }: { id: string }) {
  const translate = useTranslate();
  const isAllowed = usePermission('accounts.members.reveal');
  const [key, setKey] = useState<string>();
  const [email, setEmail] = useState<string>();
  if (!isAllowed) return null;
  if (email !== undefined) return <p>{email}</p>;
  const show = async (values: AddressForm) => {
    const shown = await showAddress(id, values, key ?? '');
    setKey(undefined);
    setEmail(shown.email);
  };
  return (
    <>
      <Button onClick={() => setKey(newIdempotencyKey())}>{translate(`${words}.show`)}</Button>
      {key === undefined ? null : (
        <FormDialog
          title={`${words}.show`}
          text={`${words}.hint`}
          submit={`${words}.show`}
          onClose={() => setKey(undefined)}
          onSubmit={show}
        >
          <TextInput source="reason" label={`${words}.reason`} validate={[required(), minLength(3)]} multiline />
        </FormDialog>
      )}
    </>
  );
}
