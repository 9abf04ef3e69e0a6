// Generated from modules/moderation/ops/staff.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  DateInput,
  ReferenceField,
  ReferenceInput,
  TextField,
  TextInput,
} from 'react-admin';
import { InstantField, JsonField } from '@/kit/fields';
import { ListNameField } from '@/kit/key-fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface ModerationAudit {
  id: string;
  at: string;
  staff_id: string | null;
  action: string;
  resource: string;
  reason: string;
  record_id: string | null;
  request_id: string | null;
  detail: unknown;
}

const Column = DataTable.Col<ModerationAudit>;

const filters = [
  <ReferenceInput key="staff_id" source="staff_id" alwaysOn reference="moderation.staff">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <TextInput key="action" source="action" alwaysOn resettable />,
  <TextInput key="resource" source="resource" alwaysOn resettable />,
  <TextInput key="record_id" source="record_id" resettable />,
  <DateInput key="at_from" source="at_from" />,
  <DateInput key="at_to" source="at_to" />,
];

export const ModerationAuditName = () => (
  <>
    <TextField source="action" />
    <InstantField source="at" />
  </>
);

export const ModerationAuditColumns = () => (
  <>
    <Column source="at">
      <InstantField source="at" />
    </Column>
    <Column source="staff_id" disableSort>
      <ReferenceField source="staff_id" reference="moderation.staff" link="show" />
    </Column>
    <Column source="action" disableSort />
    <Column source="resource" className="wide" disableSort>
      <ListNameField source="resource" />
    </Column>
    <Column source="reason" className="wide" disableSort />
  </>
);

export const ModerationAuditList = () => (
  <ResourceList filters={filters} sort={{ field: 'at', order: 'DESC' }}>
    <ModerationAuditColumns />
  </ResourceList>
);

export const ModerationAuditShow = () => (
  <ResourceShow title={ModerationAuditName}>
    <InstantField source="at" />
    <ReferenceField source="staff_id" reference="moderation.staff" link="show" />
    <TextField source="action" />
    <ListNameField source="resource" />
    <TextField source="reason" />
    <TextField source="record_id" />
    <TextField source="request_id" />
    <JsonField source="detail" />
  </ResourceShow>
);
