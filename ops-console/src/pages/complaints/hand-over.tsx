import { useState } from 'react';
import {
  AutocompleteInput,
  minLength,
  ReferenceInput,
  required,
  TextInput,
  useNotify,
  useTranslate,
} from 'react-admin';
import { FormDialog } from '@/kit/form-dialog';
import { KeyButton } from '@/kit/keys';
import { usePermission } from '@/kit/use-permission';
import { newIdempotencyKey } from '@/providers/http';
import { handOver, type ComplaintCase, type HandOverForm } from './api';

const words = 'pages.complaints.hand_over';

/** Lets moderation look at the member whom a complaint is about. */
export function HandOver({ complaint, onDone }: { complaint: ComplaintCase; onDone: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const isAllowed = usePermission('moderation.complaints.hand-over');
  // The key of the open dialog: however often it is sent, it is handed over once.
  const [key, setKey] = useState<string>();
  if (!isAllowed || complaint.state === 'closed') return null;

  const hand = async (values: HandOverForm) => {
    await handOver(complaint.id, values, key ?? '');
    setKey(undefined);
    notify(`${words}.done`);
    onDone();
  };
  return (
    <>
      <KeyButton shortcut="h" onClick={() => setKey(newIdempotencyKey())}>
        {translate(`${words}.title`)}
      </KeyButton>
      {key === undefined ? null : (
        <FormDialog
          title={`${words}.title`}
          text={`${words}.hint`}
          submit={`${words}.title`}
          onClose={() => setKey(undefined)}
          onSubmit={hand}
        >
          <ReferenceInput source="member_id" reference="accounts.members">
            <AutocompleteInput
              label={`${words}.member`}
              validate={required()}
              filterToQuery={(sought: string) => ({ name: sought })}
            />
          </ReferenceInput>
          <TextInput
            source="reason"
            label={`${words}.reason`}
            validate={[required(), minLength(3)]}
            multiline
            minRows={3}
          />
        </FormDialog>
      )}
    </>
  );
}
