// Generated from modules/notifications/ops.py by `hearth ops generate`. Do not edit.
import { AutocompleteInput, DataTable, ReferenceField, ReferenceInput, TextField } from 'react-admin';
import { InstantField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface NotificationsPushSubscriptions {
  id: string;
  created_at: string;
  member_id: string;
  service: string;
  user_agent: string;
  used_at: string | null;
}

const Column = DataTable.Col<NotificationsPushSubscriptions>;

const filters = [
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
];

export const NotificationsPushSubscriptionsName = () => (
  <>
    <ReferenceField source="member_id" reference="accounts.members" link={false} />
    <TextField source="service" />
  </>
);

export const NotificationsPushSubscriptionsColumns = () => (
  <>
    <Column source="created_at" disableSort>
      <InstantField source="created_at" />
    </Column>
    <Column source="member_id" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="service" disableSort />
    <Column source="user_agent" className="wide" disableSort />
    <Column source="used_at" className="wide" disableSort>
      <InstantField source="used_at" />
    </Column>
  </>
);

export const NotificationsPushSubscriptionsList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <NotificationsPushSubscriptionsColumns />
  </ResourceList>
);

export const NotificationsPushSubscriptionsShow = () => (
  <ResourceShow title={NotificationsPushSubscriptionsName}>
    <InstantField source="created_at" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <TextField source="service" />
    <TextField source="user_agent" />
    <InstantField source="used_at" />
  </ResourceShow>
);
