// Generated from modules/sites/ops/costs.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
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
import { MoneyField } from '@/kit/fields';
import { CountryField } from '@/kit/key-fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface SitesMessageCosts {
  id: string;
  country: string;
  costs: { minor: number; currency: string };
  site_id: string;
  currency: string;
}

const Column = DataTable.Col<SitesMessageCosts>;

const filters = [
  <TextInput key="country" source="country" alwaysOn resettable />,
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
];

const ListActions = () => (
  <ActionButton action="add" permission="sites.sites.change" creates>
    <NumberInput
      source="costs"
      label="resources.sites.message-costs.actions.add.fields.costs"
      validate={[required()]}
    />
    <TextInput
      source="currency"
      label="resources.sites.message-costs.actions.add.fields.currency"
      validate={[required(), minLength(3), maxLength(3)]}
    />
    <ReferenceInput source="site_id" reference="sites.sites">
      <AutocompleteInput
        label="resources.sites.message-costs.actions.add.fields.site_id"
        validate={[required()]}
        filterToQuery={(sought: string) => ({ name: sought })}
      />
    </ReferenceInput>
    <TextInput
      source="country"
      label="resources.sites.message-costs.actions.add.fields.country"
      validate={[required(), minLength(2), maxLength(2)]}
    />
  </ActionButton>
);

const ShowActions = () => (
  <>
    <ActionButton action="change" permission="sites.sites.change" prefilled>
      <NumberInput
        source="costs"
        label="resources.sites.message-costs.actions.change.fields.costs"
        validate={[required()]}
      />
      <TextInput
        source="currency"
        label="resources.sites.message-costs.actions.change.fields.currency"
        validate={[required(), minLength(3), maxLength(3)]}
      />
    </ActionButton>
    <ActionButton action="remove" permission="sites.sites.change" confirm />
  </>
);

export const SitesMessageCostsName = () => (
  <>
    <CountryField source="country" />
    <ReferenceField source="site_id" reference="sites.sites" link={false} />
  </>
);

export const SitesMessageCostsColumns = () => (
  <>
    <Column source="country">
      <CountryField source="country" />
    </Column>
    <Column source="costs" align="right" disableSort>
      <MoneyField source="costs" />
    </Column>
    <Column source="site_id" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
  </>
);

export const SitesMessageCostsList = () => (
  <ResourceList filters={filters} sort={{ field: 'country', order: 'ASC' }} actions={<ListActions />}>
    <SitesMessageCostsColumns />
  </ResourceList>
);

export const SitesMessageCostsShow = () => (
  <ResourceShow title={SitesMessageCostsName} actions={<ShowActions />}>
    <CountryField source="country" />
    <MoneyField source="costs" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <TextField source="currency" />
  </ResourceShow>
);
