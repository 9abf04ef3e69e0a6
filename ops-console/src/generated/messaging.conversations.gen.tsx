// Generated from modules/messaging/ops.py by `hearth ops generate`. Do not edit.
import { AutocompleteInput, DataTable, NumberField, ReferenceField, ReferenceInput, TextField } from 'react-admin';
import { InstantField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface MessagingConversations {
  id: string;
  created_at: string;
  a_id: string;
  b_id: string;
  last_seq: number;
  last_at: string;
  started_by: string;
  site_id: string;
}

const Column = DataTable.Col<MessagingConversations>;

const filters = [
  <ReferenceInput key="a_id" source="a_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <ReferenceInput key="b_id" source="b_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
];

export const MessagingConversationsName = () => (
  <>
    <ReferenceField source="a_id" reference="accounts.members" link={false} />
    <ReferenceField source="b_id" reference="accounts.members" link={false} />
  </>
);

export const MessagingConversationsColumns = () => (
  <>
    <Column source="created_at" disableSort>
      <InstantField source="created_at" />
    </Column>
    <Column source="a_id" disableSort>
      <ReferenceField source="a_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="b_id" disableSort>
      <ReferenceField source="b_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="last_seq" className="wide" align="right" disableSort>
      <NumberField source="last_seq" />
    </Column>
    <Column source="last_at" className="wide" disableSort>
      <InstantField source="last_at" />
    </Column>
  </>
);

export const MessagingConversationsList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <MessagingConversationsColumns />
  </ResourceList>
);

export const MessagingConversationsShow = () => (
  <ResourceShow title={MessagingConversationsName}>
    <InstantField source="created_at" />
    <ReferenceField source="a_id" reference="accounts.members" link="show" />
    <ReferenceField source="b_id" reference="accounts.members" link="show" />
    <NumberField source="last_seq" />
    <InstantField source="last_at" />
    <ReferenceField source="started_by" reference="accounts.members" link="show" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <TextField source="id" />
  </ResourceShow>
);
