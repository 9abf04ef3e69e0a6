// Generated from modules/sites/ops.py by `hearth ops generate`. Do not edit.
import { DataTable, NumberField, TextField, TextInput } from 'react-admin';
import { InstantField, YesNoField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface SitesSites {
  id: string;
  name: string;
  domain: string;
  key: string;
  company: string;
  domain_language: string;
  min_age: number;
  refund_days: number;
  fictional_enabled: boolean;
  created_at: string;
}

const Column = DataTable.Col<SitesSites>;

const filters = [<TextInput key="name" source="name" alwaysOn resettable />];

export const SitesSitesList = () => (
  <ResourceList filters={filters} sort={{ field: 'name', order: 'ASC' }}>
    <Column source="name" />
    <Column source="domain" disableSort />
    <Column source="key" disableSort />
    <Column source="company" className="wide" disableSort />
    <Column source="domain_language" className="wide" disableSort />
    <Column source="fictional_enabled" className="wide" disableSort>
      <YesNoField source="fictional_enabled" />
    </Column>
    <Column source="created_at" className="wide">
      <InstantField source="created_at" />
    </Column>
  </ResourceList>
);

export const SitesSitesShow = () => (
  <ResourceShow title="name">
    <TextField source="name" />
    <TextField source="domain" />
    <TextField source="key" />
    <TextField source="company" />
    <TextField source="domain_language" />
    <NumberField source="min_age" />
    <NumberField source="refund_days" />
    <YesNoField source="fictional_enabled" />
    <InstantField source="created_at" />
  </ResourceShow>
);
