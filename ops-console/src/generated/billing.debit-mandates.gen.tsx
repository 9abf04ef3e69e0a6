// Generated from modules/billing/ops/debits.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
  TextInput,
  maxLength,
  minLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField } from '@/kit/fields';
import { MaskedField } from '@/kit/masked-field';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['active', 'invalid', 'closed', 'lapsed'] as const;

export interface BillingDebitMandates {
  id: string;
  reference: string;
  state: (typeof STATE)[number];
  member_id: string;
  iban_label: string;
  holder: string;
  accepted_at: string;
  creditor_id: string;
  reason: string | null;
  last_used_at: string;
}

const Column = DataTable.Col<BillingDebitMandates>;

const filters = [
  <TextInput key="reference" source="reference" alwaysOn resettable />,
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
];

const ShowActions = () => (
  <ActionButton
    action="end"
    permission="billing.debit-mandates.end"
    confirm
    danger
    when={{ source: 'state', values: ['active'] }}
  >
    <TextInput
      source="reason"
      label="resources.billing.debit-mandates.actions.end.fields.reason"
      validate={[required(), minLength(3), maxLength(300)]}
      multiline
    />
  </ActionButton>
);

const related = [
  { reference: 'billing.collections', target: 'mandate_id', sort: { field: 'id', order: 'DESC' } },
] as const;

export const BillingDebitMandatesColumns = () => (
  <>
    <Column source="reference" disableSort />
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="member_id" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="iban_label" className="wide" disableSort />
    <Column source="holder" className="wide" disableSort>
      <MaskedField source="holder" />
    </Column>
    <Column source="accepted_at" className="wide" disableSort>
      <InstantField source="accepted_at" />
    </Column>
  </>
);

export const BillingDebitMandatesList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <BillingDebitMandatesColumns />
  </ResourceList>
);

export const BillingDebitMandatesShow = () => (
  <ResourceShow title="reference" reveal="billing.debit-mandates.reveal" actions={<ShowActions />} related={related}>
    <TextField source="reference" />
    <BadgeField source="state" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <TextField source="iban_label" />
    <MaskedField source="holder" />
    <InstantField source="accepted_at" />
    <TextField source="creditor_id" />
    <TextField source="reason" />
    <InstantField source="last_used_at" />
  </ResourceShow>
);
