// Generated from modules/billing/ops/ledger.py by `hearth ops generate`. Do not edit.
import { AutocompleteInput, DataTable, NumberField, ReferenceField, ReferenceInput } from 'react-admin';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface BillingBalances {
  id: string;
  owner_id: string | null;
  balance: number | null;
}

const Column = DataTable.Col<BillingBalances>;

const filters = [
  <ReferenceInput key="owner_id" source="owner_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
];

export const BillingBalancesName = () => (
  <>
    <ReferenceField source="owner_id" reference="accounts.members" link={false} />
    <NumberField source="balance" />
  </>
);

export const BillingBalancesColumns = () => (
  <>
    <Column source="owner_id" disableSort>
      <ReferenceField source="owner_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="balance" align="right" disableSort>
      <NumberField source="balance" />
    </Column>
  </>
);

export const BillingBalancesList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'ASC' }}>
    <BillingBalancesColumns />
  </ResourceList>
);

export const BillingBalancesShow = () => (
  <ResourceShow title={BillingBalancesName}>
    <ReferenceField source="owner_id" reference="accounts.members" link="show" />
    <NumberField source="balance" />
  </ResourceShow>
);
