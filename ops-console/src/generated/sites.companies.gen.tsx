// Generated from modules/sites/ops/companies.py by `hearth ops generate`. Do not edit.
import {
  DataTable,
  NumberField,
  NumberInput,
  TextArrayInput,
  TextField,
  TextInput,
  maxLength,
  minLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { DayField, WordsField } from '@/kit/fields';
import { CountryField } from '@/kit/key-fields';
import { OpenTextInput } from '@/kit/open-text-input';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface SitesCompanies {
  id: string;
  name: string;
  city: string;
  country: string;
  kvk: string;
  support_phone: string;
  address: string;
  tradenames: readonly string[];
  vat_numbers: readonly string[];
  delete_discount: number;
  creditor_id: string | null;
  account: string | null;
  added: string;
}

const Column = DataTable.Col<SitesCompanies>;

const filters = [<TextInput key="name" source="name" alwaysOn resettable />];

const ShowActions = () => (
  <ActionButton action="change" permission="sites.companies.change" prefilled>
    <TextInput
      source="name"
      label="resources.sites.companies.actions.change.fields.name"
      validate={[required(), maxLength(120)]}
    />
    <OpenTextInput
      source="address"
      label="resources.sites.companies.actions.change.fields.address"
      validate={[maxLength(200)]}
      multiline
    />
    <OpenTextInput
      source="city"
      label="resources.sites.companies.actions.change.fields.city"
      validate={[maxLength(100)]}
    />
    <TextInput
      source="country"
      label="resources.sites.companies.actions.change.fields.country"
      validate={[required(), minLength(2), maxLength(2)]}
    />
    <OpenTextInput
      source="kvk"
      label="resources.sites.companies.actions.change.fields.kvk"
      validate={[maxLength(40)]}
    />
    <TextArrayInput
      source="tradenames"
      label="resources.sites.companies.actions.change.fields.tradenames"
      defaultValue={[]}
    />
    <TextArrayInput
      source="vat_numbers"
      label="resources.sites.companies.actions.change.fields.vat_numbers"
      defaultValue={[]}
    />
    <OpenTextInput
      source="support_phone"
      label="resources.sites.companies.actions.change.fields.support_phone"
      validate={[maxLength(40)]}
    />
    <NumberInput
      source="delete_discount"
      label="resources.sites.companies.actions.change.fields.delete_discount"
      validate={[required()]}
    />
  </ActionButton>
);

const related = [{ reference: 'sites.sites', target: 'company_id', sort: { field: 'name', order: 'ASC' } }] as const;

export const SitesCompaniesColumns = () => (
  <>
    <Column source="name" />
    <Column source="city" disableSort />
    <Column source="country" disableSort>
      <CountryField source="country" />
    </Column>
    <Column source="kvk" className="wide" disableSort />
    <Column source="support_phone" className="wide" disableSort />
  </>
);

export const SitesCompaniesList = () => (
  <ResourceList filters={filters} sort={{ field: 'name', order: 'ASC' }}>
    <SitesCompaniesColumns />
  </ResourceList>
);

export const SitesCompaniesShow = () => (
  <ResourceShow title="name" actions={<ShowActions />} related={related}>
    <TextField source="name" />
    <TextField source="city" />
    <CountryField source="country" />
    <TextField source="kvk" />
    <TextField source="support_phone" />
    <TextField source="address" />
    <WordsField source="tradenames" />
    <WordsField source="vat_numbers" />
    <NumberField source="delete_discount" />
    <TextField source="creditor_id" />
    <TextField source="account" />
    <DayField source="added" />
  </ResourceShow>
);
