// Generated from modules/notifications/ops.py by `hearth ops generate`. Do not edit.
import { AutocompleteInput, DataTable, ReferenceField, ReferenceInput } from 'react-admin';
import { BadgeField, InstantField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const TYPE = ['message', 'like', 'match', 'offer'] as const;

const CAUSE = ['unsubscribe', 'bounce', 'spam-report'] as const;

export interface NotificationsStopped {
  id: string;
  type: (typeof TYPE)[number];
  cause: (typeof CAUSE)[number];
  created_at: string;
  member_id: string;
}

const Column = DataTable.Col<NotificationsStopped>;

const filters = [
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
];

export const NotificationsStoppedName = () => (
  <>
    <BadgeField source="type" />
    <ReferenceField source="member_id" reference="accounts.members" link={false} />
  </>
);

export const NotificationsStoppedColumns = () => (
  <>
    <Column source="type" disableSort>
      <BadgeField source="type" />
    </Column>
    <Column source="cause" disableSort>
      <BadgeField source="cause" />
    </Column>
    <Column source="created_at" disableSort>
      <InstantField source="created_at" />
    </Column>
    <Column source="member_id" className="wide" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
  </>
);

export const NotificationsStoppedList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'ASC' }}>
    <NotificationsStoppedColumns />
  </ResourceList>
);

export const NotificationsStoppedShow = () => (
  <ResourceShow title={NotificationsStoppedName}>
    <BadgeField source="type" />
    <BadgeField source="cause" />
    <InstantField source="created_at" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
  </ResourceShow>
);
