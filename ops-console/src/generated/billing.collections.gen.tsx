// Generated from modules/billing/ops/debits.py by `hearth ops generate`. Do not edit.
import { DataTable, ReferenceField, SelectInput, TextField, TextInput } from 'react-admin';
import { choicesOf } from '@/kit/choices';
import { BadgeField, DayField, InstantField, MoneyField } from '@/kit/fields';
import { IdInput } from '@/kit/id-input';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['scheduled', 'batched', 'sent', 'settled', 'rejected', 'returned', 'canceled'] as const;

export interface BillingCollections {
  id: string;
  due_on: string;
  state: (typeof STATE)[number];
  amount_minor: { minor: number; currency: string };
  batch_id: string | null;
  mandate_id: string;
  payment_id: string;
  reason: string | null;
  end_to_end_id: string;
  settled_at: string | null;
}

const Column = DataTable.Col<BillingCollections>;

const filters = [
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <TextInput key="end_to_end_id" source="end_to_end_id" alwaysOn resettable />,
  <IdInput key="batch_id" source="batch_id" alwaysOn />,
  <IdInput key="mandate_id" source="mandate_id" />,
  <IdInput key="payment_id" source="payment_id" />,
];

export const BillingCollectionsColumns = () => (
  <>
    <Column source="due_on" disableSort>
      <DayField source="due_on" />
    </Column>
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="amount_minor" align="right" disableSort>
      <MoneyField source="amount_minor" />
    </Column>
    <Column source="batch_id" className="wide" disableSort>
      <ReferenceField source="batch_id" reference="billing.batches" link="show" />
    </Column>
    <Column source="mandate_id" className="wide" disableSort>
      <ReferenceField source="mandate_id" reference="billing.debit-mandates" link="show" />
    </Column>
    <Column source="payment_id" className="wide" disableSort>
      <ReferenceField source="payment_id" reference="billing.payments" link="show" />
    </Column>
    <Column source="reason" className="wide" disableSort />
  </>
);

export const BillingCollectionsList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <BillingCollectionsColumns />
  </ResourceList>
);

export const BillingCollectionsShow = () => (
  <ResourceShow title="end_to_end_id">
    <DayField source="due_on" />
    <BadgeField source="state" />
    <MoneyField source="amount_minor" />
    <ReferenceField source="batch_id" reference="billing.batches" link="show" />
    <ReferenceField source="mandate_id" reference="billing.debit-mandates" link="show" />
    <ReferenceField source="payment_id" reference="billing.payments" link="show" />
    <TextField source="reason" />
    <TextField source="end_to_end_id" />
    <InstantField source="settled_at" />
  </ResourceShow>
);
