// Generated from app/kernel/ops/engine.py by `hearth ops generate`. Do not edit.
import { DataTable, TextField, TextInput } from 'react-admin';
import { InstantField, JsonField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface PlatformEvents {
  id: string;
  occurred_at: string;
  name: string;
  dispatched_at: string | null;
  request_id: string | null;
  payload: unknown;
}

const Column = DataTable.Col<PlatformEvents>;

const filters = [<TextInput key="name" source="name" alwaysOn resettable />];

const related = [{ reference: 'platform.duties', target: 'event_id', sort: { field: 'id', order: 'DESC' } }] as const;

export const PlatformEventsColumns = () => (
  <>
    <Column source="occurred_at" disableSort>
      <InstantField source="occurred_at" />
    </Column>
    <Column source="name" disableSort />
    <Column source="dispatched_at" disableSort>
      <InstantField source="dispatched_at" />
    </Column>
  </>
);

export const PlatformEventsList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <PlatformEventsColumns />
  </ResourceList>
);

export const PlatformEventsShow = () => (
  <ResourceShow title="name" related={related}>
    <InstantField source="occurred_at" />
    <TextField source="name" />
    <InstantField source="dispatched_at" />
    <TextField source="request_id" />
    <JsonField source="payload" />
  </ResourceShow>
);
