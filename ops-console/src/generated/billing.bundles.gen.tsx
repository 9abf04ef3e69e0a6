// Generated from modules/billing/ops/shop.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  NullableBooleanInput,
  NumberField,
  NumberInput,
  ReferenceField,
  ReferenceInput,
  TextField,
  TextInput,
  maxLength,
  minLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { InstantField, MoneyField, YesNoField } from '@/kit/fields';
import { CountryField } from '@/kit/key-fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface BillingBundles {
  id: string;
  credits: number;
  price_minor: { minor: number; currency: string };
  country: string;
  is_sold: boolean;
  site_id: string;
  version: number;
  created_at: string;
  retired_at: string | null;
}

const Column = DataTable.Col<BillingBundles>;

const filters = [
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <TextInput key="country" source="country" alwaysOn resettable />,
  <NullableBooleanInput key="is_sold" source="is_sold" alwaysOn />,
];

const ListActions = () => (
  <ActionButton action="set-price" permission="billing.bundles.change" creates>
    <ReferenceInput source="site_id" reference="sites.sites">
      <AutocompleteInput
        label="resources.billing.bundles.actions.set-price.fields.site_id"
        validate={[required()]}
        filterToQuery={(sought: string) => ({ name: sought })}
      />
    </ReferenceInput>
    <TextInput
      source="country"
      label="resources.billing.bundles.actions.set-price.fields.country"
      validate={[required(), minLength(2), maxLength(2)]}
    />
    <NumberInput
      source="credits"
      label="resources.billing.bundles.actions.set-price.fields.credits"
      validate={[required()]}
    />
    <NumberInput
      source="price_minor"
      label="resources.billing.bundles.actions.set-price.fields.price_minor"
      validate={[required()]}
    />
    <TextInput
      source="currency"
      label="resources.billing.bundles.actions.set-price.fields.currency"
      validate={[required(), minLength(3), maxLength(3)]}
    />
  </ActionButton>
);

const ShowActions = () => (
  <ActionButton
    action="retire"
    permission="billing.bundles.change"
    confirm
    when={{ source: 'is_sold', values: [true] }}
  />
);

export const BillingBundlesName = () => (
  <>
    <MoneyField source="price_minor" />
    <CountryField source="country" />
    <ReferenceField source="site_id" reference="sites.sites" link={false} />
  </>
);

export const BillingBundlesColumns = () => (
  <>
    <Column source="credits" align="right" disableSort>
      <NumberField source="credits" />
    </Column>
    <Column source="price_minor" align="right" disableSort>
      <MoneyField source="price_minor" />
    </Column>
    <Column source="country" disableSort>
      <CountryField source="country" />
    </Column>
    <Column source="is_sold" className="wide" disableSort>
      <YesNoField source="is_sold" />
    </Column>
    <Column source="site_id" className="wide" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="version" className="wide" align="right" disableSort>
      <NumberField source="version" />
    </Column>
    <Column source="created_at" className="wide" disableSort>
      <InstantField source="created_at" />
    </Column>
  </>
);

export const BillingBundlesList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }} actions={<ListActions />}>
    <BillingBundlesColumns />
  </ResourceList>
);

export const BillingBundlesShow = () => (
  <ResourceShow title={BillingBundlesName} actions={<ShowActions />}>
    <NumberField source="credits" />
    <MoneyField source="price_minor" />
    <CountryField source="country" />
    <YesNoField source="is_sold" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <NumberField source="version" />
    <InstantField source="created_at" />
    <InstantField source="retired_at" />
    <TextField source="id" />
  </ResourceShow>
);
