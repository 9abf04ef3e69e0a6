// Generated from modules/billing/ops/code_uses.py by `hearth ops generate`. Do not edit.
import { AutocompleteInput, DataTable, DateInput, ReferenceField, ReferenceInput, SelectInput } from 'react-admin';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField, MoneyField } from '@/kit/fields';
import { IdInput } from '@/kit/id-input';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['reserved', 'redeemed', 'released', 'honoured'] as const;

export interface BillingRedemptions {
  id: string;
  at: string;
  state: (typeof STATE)[number];
  paid_minor: { minor: number; currency: string } | null;
  left_minor: { minor: number; currency: string } | null;
  discount_minor: { minor: number; currency: string };
  code_id: string;
  order_id: string;
  member_id: string;
}

const Column = DataTable.Col<BillingRedemptions>;

const filters = [
  <ReferenceInput key="code_id" source="code_id" alwaysOn reference="billing.discounts">
    <AutocompleteInput filterToQuery={(sought: string) => ({ code: sought })} />
  </ReferenceInput>,
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <DateInput key="at_from" source="at_from" />,
  <DateInput key="at_to" source="at_to" />,
  <IdInput key="order_id" source="order_id" />,
];

export const BillingRedemptionsName = () => (
  <>
    <ReferenceField source="code_id" reference="billing.discounts" link={false} />
    <InstantField source="at" />
  </>
);

export const BillingRedemptionsColumns = () => (
  <>
    <Column source="at" disableSort>
      <InstantField source="at" />
    </Column>
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="paid_minor" align="right" disableSort>
      <MoneyField source="paid_minor" />
    </Column>
    <Column source="left_minor" className="wide" align="right" disableSort>
      <MoneyField source="left_minor" />
    </Column>
    <Column source="discount_minor" className="wide" align="right" disableSort>
      <MoneyField source="discount_minor" />
    </Column>
    <Column source="code_id" className="wide" disableSort>
      <ReferenceField source="code_id" reference="billing.discounts" link="show" />
    </Column>
    <Column source="order_id" className="wide" disableSort>
      <ReferenceField source="order_id" reference="billing.orders" link="show" />
    </Column>
    <Column source="member_id" className="wide" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
  </>
);

export const BillingRedemptionsList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <BillingRedemptionsColumns />
  </ResourceList>
);

export const BillingRedemptionsShow = () => (
  <ResourceShow title={BillingRedemptionsName}>
    <InstantField source="at" />
    <BadgeField source="state" />
    <MoneyField source="paid_minor" />
    <MoneyField source="left_minor" />
    <MoneyField source="discount_minor" />
    <ReferenceField source="code_id" reference="billing.discounts" link="show" />
    <ReferenceField source="order_id" reference="billing.orders" link="show" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
  </ResourceShow>
);
