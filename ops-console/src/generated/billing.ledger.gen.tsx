// Generated from modules/billing/ops/ledger.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  DateInput,
  NumberField,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
} from 'react-admin';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField } from '@/kit/fields';
import { ActorField } from '@/kit/key-fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const REASON = [
  'signup',
  'purchase',
  'message',
  'photo',
  'gift',
  'refund',
  'support',
  'payout-hold',
  'payout',
  'payout-failed',
  'chargeback',
  'chargeback-reversed',
] as const;

export interface BillingLedger {
  id: string;
  at: string;
  reason: (typeof REASON)[number];
  amount: number;
  owner_id: string;
  balance_after: number;
  seq: number;
  actor: string;
  note: string;
  reference_id: string | null;
}

const Column = DataTable.Col<BillingLedger>;

const filters = [
  <ReferenceInput key="owner_id" source="owner_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <SelectInput key="reason" source="reason" alwaysOn choices={choicesOf(REASON)} />,
  <DateInput key="at_from" source="at_from" alwaysOn />,
  <DateInput key="at_to" source="at_to" alwaysOn />,
];

export const BillingLedgerName = () => (
  <>
    <BadgeField source="reason" />
    <ReferenceField source="owner_id" reference="accounts.members" link={false} />
  </>
);

export const BillingLedgerColumns = () => (
  <>
    <Column source="at" disableSort>
      <InstantField source="at" />
    </Column>
    <Column source="reason" disableSort>
      <BadgeField source="reason" />
    </Column>
    <Column source="amount" align="right" disableSort>
      <NumberField source="amount" />
    </Column>
    <Column source="owner_id" className="wide" disableSort>
      <ReferenceField source="owner_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="balance_after" className="wide" align="right" disableSort>
      <NumberField source="balance_after" />
    </Column>
  </>
);

export const BillingLedgerList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <BillingLedgerColumns />
  </ResourceList>
);

export const BillingLedgerShow = () => (
  <ResourceShow title={BillingLedgerName}>
    <InstantField source="at" />
    <BadgeField source="reason" />
    <NumberField source="amount" />
    <ReferenceField source="owner_id" reference="accounts.members" link="show" />
    <NumberField source="balance_after" />
    <NumberField source="seq" />
    <ActorField source="actor" />
    <TextField source="note" />
    <TextField source="reference_id" />
  </ResourceShow>
);
