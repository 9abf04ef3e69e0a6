import { Button } from '@mui/material';
import { useState } from 'react';
import {
  AutocompleteInput,
  FormDataConsumer,
  minLength,
  RadioButtonGroupInput,
  ReferenceInput,
  required,
  SelectInput,
  TextInput,
  useTranslate,
} from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { LANGUAGES } from '@/i18n/language';
import { choicesOf } from '@/kit/choices';
import { FormDialog } from '@/kit/form-dialog';
import { useBegin } from '@/kit/use-begin';
import { usePermission } from '@/kit/use-permission';
import { newIdempotencyKey } from '@/providers/http';
import { openCase, TOPICS, type OpenForm } from './api';

const words = 'pages.complaints.open';

/** Opens a complaint with a first message of staff, for a member or for an address without an account. */
export function OpenCase() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const isAllowed = usePermission('moderation.complaints.answer');
  // The key of the open dialog: however often it is sent, there is one case.
  const [key, setKey] = useState<string>();
  const ask = () => setKey(newIdempotencyKey());
  useBegin('open', isAllowed ? ask : undefined);
  if (!isAllowed) return null;

  const open = async (values: OpenForm) => {
    const { id } = await openCase(values, key ?? '');
    setKey(undefined);
    void navigate(`/complaints/${id}`);
  };
  return (
    <>
      <Button onClick={ask}>{translate(`${words}.title`)}</Button>
      {key === undefined ? null : (
        <FormDialog
          title={`${words}.title`}
          text={`${words}.hint`}
          submit={`${words}.title`}
          values={{ who: 'member' }}
          onClose={() => setKey(undefined)}
          onSubmit={open}
        >
          <Addressee />
          <SelectInput source="topic" label={`${words}.topic`} validate={required()} choices={choicesOf(TOPICS)} />
          <TextInput
            source="text"
            label={`${words}.text`}
            validate={[required(), minLength(3)]}
            multiline
            minRows={4}
          />
        </FormDialog>
      )}
    </>
  );
}

/** To whom it goes: somebody who is found by name, or an address on one of the sites. */
function Addressee() {
  return (
    <>
      <RadioButtonGroupInput
        source="who"
        label={`${words}.who`}
        choices={[
          { id: 'member', name: `${words}.member` },
          { id: 'visitor', name: `${words}.visitor` },
        ]}
      />
      <FormDataConsumer<{ who: 'member' | 'visitor' }>>
        {({ formData }) => (formData.who === 'visitor' ? <Address /> : <Member />)}
      </FormDataConsumer>
    </>
  );
}

const byName = (sought: string) => ({ name: sought });

const Member = () => (
  <ReferenceInput source="member_id" reference="accounts.members">
    <AutocompleteInput label={`${words}.name`} validate={required()} filterToQuery={byName} />
  </ReferenceInput>
);

const Address = () => (
  <>
    <TextInput source="email" type="email" label={`${words}.email`} validate={required()} />
    <ReferenceInput source="site_id" reference="sites.sites">
      <AutocompleteInput label={`${words}.site`} validate={required()} filterToQuery={byName} />
    </ReferenceInput>
    <SelectInput source="language" label={`${words}.language`} choices={choicesOf(LANGUAGES)} />
  </>
);
