import { Button } from '@mui/material';
import { useState } from 'react';
import { AutocompleteInput, minLength, ReferenceInput, required, TextInput, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { FormDialog } from '@/kit/form-dialog';
import { useBegin } from '@/kit/use-begin';
import { usePermission } from '@/kit/use-permission';
import { openCase, type OpenForm } from './api';

/** Opens a case about a member whom nobody reported, and goes to it. */
export function OpenCase() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const isAllowed = usePermission('moderation.opened.open');
  const [isAsking, setAsking] = useState(false);
  const ask = () => setAsking(true);
  useBegin('open', isAllowed ? ask : undefined);
  if (!isAllowed) return null;

  const open = async (values: OpenForm) => {
    const { id } = await openCase(values);
    setAsking(false);
    void navigate(`/review/${id}`);
  };
  return (
    <>
      <Button onClick={ask}>{translate('pages.review.open.title')}</Button>
      {isAsking ? (
        <FormDialog
          title="pages.review.open.title"
          text="pages.review.open.hint"
          submit="pages.review.open.title"
          onClose={() => setAsking(false)}
          onSubmit={open}
        >
          <ReferenceInput source="member_id" reference="accounts.members">
            <AutocompleteInput
              label="pages.review.open.member"
              validate={required()}
              filterToQuery={(sought: string) => ({ name: sought })}
            />
          </ReferenceInput>
          <TextInput source="reason" label="pages.review.open.reason" validate={[required(), minLength(3)]} multiline />
        </FormDialog>
      ) : null}
    </>
  );
}
