// Generated from modules/billing/ops/returns.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  DateInput,
  NullableBooleanInput,
  NumberField,
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
import { BadgeField, InstantField, MoneyField, YesNoField } from '@/kit/fields';
import { IdInput } from '@/kit/id-input';
import { ActorField } from '@/kit/key-fields';
import { OpenTextInput } from '@/kit/open-text-input';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = [
  'requested',
  'approved',
  'rejected',
  'submitted',
  'unknown',
  'queued',
  'pending',
  'processing',
  'refunded',
  'failed',
  'canceled',
] as const;

const REASON = ['withdrawal', 'support', 'paid-twice', 'code-used', 'over-limit', 'member-gone'] as const;

const REFUSED_FOR = ['credits-used', 'too-late', 'paid-back-already', 'details-missing', 'other'] as const;

export interface BillingRefunds {
  id: string;
  created_at: string;
  state: (typeof STATE)[number];
  amount_minor: { minor: number; currency: string };
  reason: (typeof REASON)[number];
  member_id: string;
  needs_approval: boolean;
  credits: number;
  credit_note: string | null;
  order_id: string;
  payment_id: string;
  note: string;
  requested_by: string;
  approved_by: string | null;
  refused_for: (typeof REFUSED_FOR)[number] | null;
  refused_words: string;
  settled_at: string | null;
}

const Column = DataTable.Col<BillingRefunds>;

const filters = [
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <TextInput key="credit_note" source="credit_note" alwaysOn resettable />,
  <NullableBooleanInput key="needs_approval" source="needs_approval" />,
  <SelectInput key="reason" source="reason" choices={choicesOf(REASON)} />,
  <IdInput key="order_id" source="order_id" />,
  <IdInput key="payment_id" source="payment_id" />,
  <IdInput key="id" source="id" />,
  <DateInput key="created_at_from" source="created_at_from" />,
  <DateInput key="created_at_to" source="created_at_to" />,
];

const ShowActions = () => (
  <>
    <ActionButton
      action="approve"
      permission="billing.refunds.decide"
      confirm
      when={{ source: 'state', values: ['requested'] }}
    />
    <ActionButton
      action="reject"
      permission="billing.refunds.decide"
      danger
      when={{ source: 'state', values: ['requested'] }}
    >
      <SelectInput
        source="reason"
        label="resources.billing.refunds.actions.reject.fields.reason"
        validate={[required()]}
        choices={choicesOf(['credits-used', 'too-late', 'paid-back-already', 'details-missing', 'other'])}
      />
      <OpenTextInput
        source="words"
        label="resources.billing.refunds.actions.reject.fields.words"
        validate={[maxLength(1000)]}
        multiline
      />
    </ActionButton>
    <ActionButton
      action="send-again"
      permission="billing.refunds.decide"
      confirm
      when={{ source: 'state', values: ['failed', 'canceled'] }}
    />
    <ActionButton
      action="credit-note"
      permission="billing.papers.reveal"
      confirm
      when={{ source: 'state', values: ['refunded', 'failed'] }}
      file
    >
      <TextInput
        source="reason"
        label="resources.billing.refunds.actions.credit-note.fields.reason"
        validate={[required(), minLength(3), maxLength(300)]}
        multiline
      />
    </ActionButton>
    <ActionButton action="ask-provider" permission="billing.orders.check" />
  </>
);

export const BillingRefundsName = () => (
  <>
    <MoneyField source="amount_minor" />
    <InstantField source="created_at" />
  </>
);

export const BillingRefundsColumns = () => (
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
    <Column source="reason" className="wide" disableSort>
      <BadgeField source="reason" />
    </Column>
    <Column source="member_id" className="wide" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="needs_approval" className="wide" disableSort>
      <YesNoField source="needs_approval" />
    </Column>
    <Column source="credits" className="wide" align="right" disableSort>
      <NumberField source="credits" />
    </Column>
    <Column source="credit_note" className="wide" disableSort />
  </>
);

export const BillingRefundsList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <BillingRefundsColumns />
  </ResourceList>
);

export const BillingRefundsShow = () => (
  <ResourceShow title={BillingRefundsName} actions={<ShowActions />}>
    <InstantField source="created_at" />
    <BadgeField source="state" />
    <MoneyField source="amount_minor" />
    <BadgeField source="reason" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <YesNoField source="needs_approval" />
    <NumberField source="credits" />
    <TextField source="credit_note" />
    <ReferenceField source="order_id" reference="billing.orders" link="show" />
    <ReferenceField source="payment_id" reference="billing.payments" link="show" />
    <TextField source="id" />
    <TextField source="note" />
    <ActorField source="requested_by" />
    <ActorField source="approved_by" />
    <BadgeField source="refused_for" />
    <TextField source="refused_words" />
    <InstantField source="settled_at" />
  </ResourceShow>
);
