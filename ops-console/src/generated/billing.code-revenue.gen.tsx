// Generated from modules/billing/ops/code_uses.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  NumberField,
  ReferenceField,
  ReferenceInput,
  TextField,
  TextInput,
} from 'react-admin';
import { InstantField, MoneyField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface BillingCodeRevenue {
  id: string;
  series: string;
  orders: number;
  discount_minor: { minor: number; currency: string };
  paid_minor: { minor: number; currency: string };
  refunded_minor: { minor: number; currency: string };
  charged_back_minor: { minor: number; currency: string };
  left_minor: { minor: number; currency: string };
  currency: string;
  site_id: string;
  counted_at: string;
}

const Column = DataTable.Col<BillingCodeRevenue>;

const filters = [
  <TextInput key="series" source="series" alwaysOn resettable />,
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <TextInput key="currency" source="currency" alwaysOn resettable />,
];

export const BillingCodeRevenueColumns = () => (
  <>
    <Column source="series" />
    <Column source="orders" align="right">
      <NumberField source="orders" />
    </Column>
    <Column source="discount_minor" align="right">
      <MoneyField source="discount_minor" />
    </Column>
    <Column source="paid_minor" className="wide" align="right">
      <MoneyField source="paid_minor" />
    </Column>
    <Column source="refunded_minor" className="wide" align="right">
      <MoneyField source="refunded_minor" />
    </Column>
    <Column source="charged_back_minor" className="wide" align="right">
      <MoneyField source="charged_back_minor" />
    </Column>
    <Column source="left_minor" className="wide" align="right">
      <MoneyField source="left_minor" />
    </Column>
    <Column source="currency" className="wide" disableSort />
    <Column source="site_id" className="wider" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="counted_at" className="wider" disableSort>
      <InstantField source="counted_at" />
    </Column>
  </>
);

export const BillingCodeRevenueList = () => (
  <ResourceList filters={filters} sort={{ field: 'left_minor', order: 'DESC' }}>
    <BillingCodeRevenueColumns />
  </ResourceList>
);

export const BillingCodeRevenueShow = () => (
  <ResourceShow title="series">
    <TextField source="series" />
    <NumberField source="orders" />
    <MoneyField source="discount_minor" />
    <MoneyField source="paid_minor" />
    <MoneyField source="refunded_minor" />
    <MoneyField source="charged_back_minor" />
    <MoneyField source="left_minor" />
    <TextField source="currency" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <InstantField source="counted_at" />
  </ResourceShow>
);
