// Generated from modules/billing/ops/orders.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  DateInput,
  NumberField,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
  TextInput,
} from 'react-admin';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField, MoneyField, YesNoField } from '@/kit/fields';
import { IdInput } from '@/kit/id-input';
import { ChoiceField } from '@/kit/key-fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = [
  'prepared',
  'submitted',
  'unknown',
  'open',
  'pending',
  'authorized',
  'paid',
  'failed',
  'canceled',
  'expired',
] as const;

export interface BillingPayments {
  id: string;
  created_at: string;
  state: (typeof STATE)[number];
  amount_minor: { minor: number; currency: string };
  method: string;
  member_id: string;
  order_id: string;
  refunded_minor: { minor: number; currency: string };
  charged_back_minor: { minor: number; currency: string };
  attempt_no: number;
  provider: string;
  provider_ref: string | null;
  failure: string | null;
  is_credited: boolean;
  checked_at: string | null;
}

const Column = DataTable.Col<BillingPayments>;

const filters = [
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <IdInput key="order_id" source="order_id" alwaysOn />,
  <IdInput key="id" source="id" />,
  <TextInput key="method" source="method" resettable />,
  <TextInput key="provider_ref" source="provider_ref" resettable />,
  <DateInput key="created_at_from" source="created_at_from" />,
  <DateInput key="created_at_to" source="created_at_to" />,
];

const related = [
  { reference: 'billing.refunds', target: 'payment_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'billing.chargebacks', target: 'payment_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'billing.collections', target: 'payment_id', sort: { field: 'id', order: 'DESC' } },
] as const;

export const BillingPaymentsName = () => (
  <>
    <MoneyField source="amount_minor" />
    <InstantField source="created_at" />
  </>
);

export const BillingPaymentsColumns = () => (
  <>
    <Column source="created_at" disableSort>
      <InstantField source="created_at" />
    </Column>
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="amount_minor" align="right" disableSort>
      <MoneyField source="amount_minor" />
    </Column>
    <Column source="method" className="wide" disableSort>
      <ChoiceField source="method" />
    </Column>
    <Column source="member_id" className="wide" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="order_id" className="wide" disableSort>
      <ReferenceField source="order_id" reference="billing.orders" link="show" />
    </Column>
    <Column source="refunded_minor" className="wide" align="right" disableSort>
      <MoneyField source="refunded_minor" />
    </Column>
  </>
);

export const BillingPaymentsList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <BillingPaymentsColumns />
  </ResourceList>
);

export const BillingPaymentsShow = () => (
  <ResourceShow title={BillingPaymentsName} related={related}>
    <InstantField source="created_at" />
    <BadgeField source="state" />
    <MoneyField source="amount_minor" />
    <ChoiceField source="method" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <ReferenceField source="order_id" reference="billing.orders" link="show" />
    <MoneyField source="refunded_minor" />
    <MoneyField source="charged_back_minor" />
    <NumberField source="attempt_no" />
    <TextField source="provider" />
    <TextField source="provider_ref" />
    <TextField source="failure" />
    <YesNoField source="is_credited" />
    <TextField source="id" />
    <InstantField source="checked_at" />
  </ResourceShow>
);
