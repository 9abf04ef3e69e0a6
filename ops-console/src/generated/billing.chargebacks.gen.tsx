// Generated from modules/billing/ops/returns.py by `hearth ops generate`. Do not edit.
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
import { BadgeField, InstantField, MoneyField } from '@/kit/fields';
import { IdInput } from '@/kit/id-input';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['received', 'reversed'] as const;

export interface BillingChargebacks {
  id: string;
  received_at: string;
  state: (typeof STATE)[number];
  amount_minor: { minor: number; currency: string };
  member_id: string;
  credits: number;
  reason: string;
  order_id: string;
  payment_id: string;
  reversed_at: string | null;
}

const Column = DataTable.Col<BillingChargebacks>;

const filters = [
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <IdInput key="order_id" source="order_id" alwaysOn />,
  <IdInput key="payment_id" source="payment_id" />,
  <IdInput key="id" source="id" />,
  <DateInput key="received_at_from" source="received_at_from" />,
  <DateInput key="received_at_to" source="received_at_to" />,
];

export const BillingChargebacksName = () => (
  <>
    <MoneyField source="amount_minor" />
    <InstantField source="received_at" />
  </>
);

export const BillingChargebacksColumns = () => (
  <>
    <Column source="received_at" disableSort>
      <InstantField source="received_at" />
    </Column>
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="amount_minor" align="right" disableSort>
      <MoneyField source="amount_minor" />
    </Column>
    <Column source="member_id" className="wide" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="credits" className="wide" align="right" disableSort>
      <NumberField source="credits" />
    </Column>
    <Column source="reason" className="wide" disableSort />
  </>
);

export const BillingChargebacksList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <BillingChargebacksColumns />
  </ResourceList>
);

export const BillingChargebacksShow = () => (
  <ResourceShow title={BillingChargebacksName}>
    <InstantField source="received_at" />
    <BadgeField source="state" />
    <MoneyField source="amount_minor" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <NumberField source="credits" />
    <TextField source="reason" />
    <ReferenceField source="order_id" reference="billing.orders" link="show" />
    <ReferenceField source="payment_id" reference="billing.payments" link="show" />
    <TextField source="id" />
    <InstantField source="reversed_at" />
  </ResourceShow>
);
