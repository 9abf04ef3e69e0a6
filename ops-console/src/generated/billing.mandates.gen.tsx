// Generated from modules/billing/ops/debits.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
  TextInput,
} from 'react-admin';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField } from '@/kit/fields';
import { ChoiceField } from '@/kit/key-fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['valid', 'invalid', 'revoked'] as const;

export interface BillingMandates {
  id: string;
  label: string;
  state: (typeof STATE)[number];
  member_id: string;
  method: string;
  provider: string;
  created_at: string;
}

const Column = DataTable.Col<BillingMandates>;

const filters = [
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <TextInput key="method" source="method" alwaysOn resettable />,
];

export const BillingMandatesColumns = () => (
  <>
    <Column source="label" disableSort />
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="member_id" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="method" className="wide" disableSort>
      <ChoiceField source="method" />
    </Column>
    <Column source="provider" className="wide" disableSort />
    <Column source="created_at" className="wide" disableSort>
      <InstantField source="created_at" />
    </Column>
  </>
);

export const BillingMandatesList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <BillingMandatesColumns />
  </ResourceList>
);

export const BillingMandatesShow = () => (
  <ResourceShow title="label">
    <TextField source="label" />
    <BadgeField source="state" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <ChoiceField source="method" />
    <TextField source="provider" />
    <InstantField source="created_at" />
  </ResourceShow>
);
