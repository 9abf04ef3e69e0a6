// Generated from modules/sites/ops/hosts.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  ReferenceField,
  ReferenceInput,
  TextField,
  TextInput,
  maxLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { YesNoField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface SitesHosts {
  id: string;
  host: string;
  site_id: string;
  is_domain: boolean;
}

const Column = DataTable.Col<SitesHosts>;

const filters = [
  <TextInput key="host" source="host" alwaysOn resettable />,
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
];

const ListActions = () => (
  <ActionButton action="add" permission="sites.sites.change" creates>
    <ReferenceInput source="site_id" reference="sites.sites">
      <AutocompleteInput
        label="resources.sites.hosts.actions.add.fields.site_id"
        validate={[required()]}
        filterToQuery={(sought: string) => ({ name: sought })}
      />
    </ReferenceInput>
    <TextInput
      source="host"
      label="resources.sites.hosts.actions.add.fields.host"
      validate={[required(), maxLength(253)]}
      multiline
    />
  </ActionButton>
);

const ShowActions = () => <ActionButton action="remove" permission="sites.sites.change" confirm />;

export const SitesHostsColumns = () => (
  <>
    <Column source="host" />
    <Column source="site_id" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="is_domain" disableSort>
      <YesNoField source="is_domain" />
    </Column>
  </>
);

export const SitesHostsList = () => (
  <ResourceList filters={filters} sort={{ field: 'host', order: 'ASC' }} actions={<ListActions />}>
    <SitesHostsColumns />
  </ResourceList>
);

export const SitesHostsShow = () => (
  <ResourceShow title="host" actions={<ShowActions />}>
    <TextField source="host" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <YesNoField source="is_domain" />
  </ResourceShow>
);
