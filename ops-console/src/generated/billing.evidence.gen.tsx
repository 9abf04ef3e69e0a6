// Generated from modules/billing/ops/evidence.py by `hearth ops generate`. Do not edit.
import { DataTable, ReferenceField } from 'react-admin';
import { BadgeField, InstantField } from '@/kit/fields';
import { IdInput } from '@/kit/id-input';
import { CountryField } from '@/kit/key-fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const KIND = ['profile', 'network', 'card', 'bank', 'paypal'] as const;

export interface BillingEvidence {
  id: string;
  at: string;
  kind: (typeof KIND)[number];
  country: string;
  order_id: string;
}

const Column = DataTable.Col<BillingEvidence>;

const filters = [<IdInput key="order_id" source="order_id" alwaysOn />];

export const BillingEvidenceName = () => (
  <>
    <BadgeField source="kind" />
    <ReferenceField source="order_id" reference="billing.orders" link={false} />
  </>
);

export const BillingEvidenceColumns = () => (
  <>
    <Column source="at" disableSort>
      <InstantField source="at" />
    </Column>
    <Column source="kind" disableSort>
      <BadgeField source="kind" />
    </Column>
    <Column source="country" disableSort>
      <CountryField source="country" />
    </Column>
    <Column source="order_id" className="wide">
      <ReferenceField source="order_id" reference="billing.orders" link="show" />
    </Column>
  </>
);

export const BillingEvidenceList = () => (
  <ResourceList filters={filters} sort={{ field: 'order_id', order: 'DESC' }}>
    <BillingEvidenceColumns />
  </ResourceList>
);

export const BillingEvidenceShow = () => (
  <ResourceShow title={BillingEvidenceName}>
    <InstantField source="at" />
    <BadgeField source="kind" />
    <CountryField source="country" />
    <ReferenceField source="order_id" reference="billing.orders" link="show" />
  </ResourceShow>
);
