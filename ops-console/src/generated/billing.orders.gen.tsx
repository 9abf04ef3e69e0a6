// Generated from modules/billing/ops/orders.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  DateInput,
  NumberField,
  NumberInput,
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
import { BadgeField, InstantField, MoneyField } from '@/kit/fields';
import { IdInput } from '@/kit/id-input';
import { ChoiceField, CountryField } from '@/kit/key-fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['loading', 'pending', 'completed', 'failed', 'cancelled'] as const;

const ORIGIN = ['shop', 'repeat', 'reload'] as const;

const VAT_STANDING = ['agreed', 'single', 'contradictory', 'none'] as const;

export interface BillingOrders {
  id: string;
  created_at: string;
  state: (typeof STATE)[number];
  total_minor: { minor: number; currency: string };
  paid_minor: { minor: number; currency: string } | null;
  refunded_minor: { minor: number; currency: string } | null;
  member_id: string;
  invoice: string | null;
  site_id: string;
  method: string | null;
  credits: number;
  country: string;
  discount_code: string;
  origin: (typeof ORIGIN)[number];
  gross_minor: { minor: number; currency: string };
  discount_minor: { minor: number; currency: string };
  vat_minor: { minor: number; currency: string };
  vat_country: string | null;
  vat_standing: (typeof VAT_STANDING)[number] | null;
  charged_back_minor: { minor: number; currency: string } | null;
  completed_at: string | null;
}

const Column = DataTable.Col<BillingOrders>;

const filters = [
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <TextInput key="invoice" source="invoice" alwaysOn resettable />,
  <IdInput key="id" source="id" />,
  <ReferenceInput key="site_id" source="site_id" reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <TextInput key="country" source="country" resettable />,
  <TextInput key="discount_code" source="discount_code" resettable />,
  <SelectInput key="origin" source="origin" choices={choicesOf(ORIGIN)} />,
  <SelectInput key="vat_standing" source="vat_standing" choices={choicesOf(VAT_STANDING)} />,
  <DateInput key="created_at_from" source="created_at_from" />,
  <DateInput key="created_at_to" source="created_at_to" />,
];

const ShowActions = () => (
  <>
    <ActionButton
      action="invoice"
      permission="billing.papers.reveal"
      confirm
      when={{ source: 'state', values: ['completed'] }}
      file
    >
      <TextInput
        source="reason"
        label="resources.billing.orders.actions.invoice.fields.reason"
        validate={[required(), minLength(3), maxLength(300)]}
        multiline
      />
    </ActionButton>
    <ActionButton action="ask-provider" permission="billing.orders.check" />
    <ActionButton
      action="refund"
      permission="billing.refunds.request"
      danger
      when={{ source: 'state', values: ['completed'] }}
    >
      <NumberInput
        source="credits"
        label="resources.billing.orders.actions.refund.fields.credits"
        validate={[required()]}
      />
      <NumberInput source="extra_minor" label="resources.billing.orders.actions.refund.fields.extra_minor" />
      <TextInput
        source="reason"
        label="resources.billing.orders.actions.refund.fields.reason"
        validate={[required(), minLength(3), maxLength(300)]}
        multiline
      />
    </ActionButton>
  </>
);

const related = [
  { reference: 'billing.evidence', target: 'order_id', sort: { field: 'order_id', order: 'DESC' }, amongFacts: true },
  { reference: 'billing.payments', target: 'order_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'billing.refunds', target: 'order_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'billing.chargebacks', target: 'order_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'billing.redemptions', target: 'order_id', sort: { field: 'id', order: 'DESC' } },
] as const;

export const BillingOrdersName = () => (
  <>
    <TextField source="invoice" />
    <MoneyField source="total_minor" />
  </>
);

export const BillingOrdersColumns = () => (
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
    <Column source="paid_minor" className="wide" align="right" disableSort>
      <MoneyField source="paid_minor" />
    </Column>
    <Column source="refunded_minor" className="wide" align="right" disableSort>
      <MoneyField source="refunded_minor" />
    </Column>
    <Column source="member_id" className="wide" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="invoice" className="wide" disableSort />
    <Column source="site_id" className="wide" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="method" className="wider" disableSort>
      <ChoiceField source="method" />
    </Column>
    <Column source="discount_code" className="wider" disableSort />
  </>
);

export const BillingOrdersList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <BillingOrdersColumns />
  </ResourceList>
);

export const BillingOrdersShow = () => (
  <ResourceShow title={BillingOrdersName} actions={<ShowActions />} related={related}>
    <InstantField source="created_at" />
    <BadgeField source="state" />
    <MoneyField source="total_minor" />
    <MoneyField source="paid_minor" />
    <MoneyField source="refunded_minor" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <TextField source="invoice" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <ChoiceField source="method" />
    <NumberField source="credits" />
    <CountryField source="country" />
    <TextField source="discount_code" />
    <TextField source="id" />
    <BadgeField source="origin" />
    <MoneyField source="gross_minor" />
    <MoneyField source="discount_minor" />
    <MoneyField source="vat_minor" />
    <CountryField source="vat_country" />
    <BadgeField source="vat_standing" />
    <MoneyField source="charged_back_minor" />
    <InstantField source="completed_at" />
  </ResourceShow>
);
