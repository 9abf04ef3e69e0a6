// Generated from modules/billing/ops/debits.py by `hearth ops generate`. Do not edit.
import {
  DataTable,
  DateInput,
  NumberField,
  SelectInput,
  TextField,
  TextInput,
  maxLength,
  minLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField, MoneyField } from '@/kit/fields';
import { ActorField } from '@/kit/key-fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['draft', 'released', 'exported', 'refused', 'discarded'] as const;

export interface BillingBatches {
  id: string;
  created_at: string;
  state: (typeof STATE)[number];
  total_minor: { minor: number; currency: string };
  collections: number;
  creditor_id: string;
  created_by: string;
  released_by: string | null;
  released_at: string | null;
  exported_at: string | null;
}

const Column = DataTable.Col<BillingBatches>;

const filters = [
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <TextInput key="creditor_id" source="creditor_id" alwaysOn resettable />,
];

const ListActions = () => (
  <ActionButton action="make" permission="billing.batches.make" creates>
    <DateInput source="until" label="resources.billing.batches.actions.make.fields.until" validate={[required()]} />
  </ActionButton>
);

const ShowActions = () => (
  <>
    <ActionButton
      action="release"
      permission="billing.batches.release"
      confirm
      when={{ source: 'state', values: ['draft'] }}
    />
    <ActionButton
      action="discard"
      permission="billing.batches.make"
      danger
      when={{ source: 'state', values: ['draft'] }}
    >
      <TextInput
        source="reason"
        label="resources.billing.batches.actions.discard.fields.reason"
        validate={[required(), minLength(3), maxLength(300)]}
        multiline
      />
    </ActionButton>
  </>
);

const related = [
  { reference: 'billing.collections', target: 'batch_id', sort: { field: 'id', order: 'DESC' } },
] as const;

export const BillingBatchesName = () => (
  <>
    <MoneyField source="total_minor" />
    <InstantField source="created_at" />
  </>
);

export const BillingBatchesColumns = () => (
  <>
    <Column source="created_at" disableSort>
      <InstantField source="created_at" />
    </Column>
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="total_minor" align="right" disableSort>
      <MoneyField source="total_minor" />
    </Column>
    <Column source="collections" className="wide" align="right" disableSort>
      <NumberField source="collections" />
    </Column>
    <Column source="creditor_id" className="wide" disableSort />
  </>
);

export const BillingBatchesList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }} actions={<ListActions />}>
    <BillingBatchesColumns />
  </ResourceList>
);

export const BillingBatchesShow = () => (
  <ResourceShow title={BillingBatchesName} actions={<ShowActions />} related={related}>
    <InstantField source="created_at" />
    <BadgeField source="state" />
    <MoneyField source="total_minor" />
    <NumberField source="collections" />
    <TextField source="creditor_id" />
    <TextField source="id" />
    <ActorField source="created_by" />
    <ActorField source="released_by" />
    <InstantField source="released_at" />
    <InstantField source="exported_at" />
  </ResourceShow>
);
