// Generated from app/kernel/ops/engine.py by `hearth ops generate`. Do not edit.
import { DataTable, NumberField, ReferenceField, TextField, TextInput } from 'react-admin';
import { BadgeField, InstantField, LongTextField } from '@/kit/fields';
import { IdInput } from '@/kit/id-input';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['waiting', 'done', 'given_up'] as const;

const QUEUE = ['urgent', 'default', 'maintenance', 'slow'] as const;

export interface PlatformDuties {
  id: string;
  occurred_at: string;
  handler: string;
  state: (typeof STATE)[number];
  event: string;
  queue: (typeof QUEUE)[number];
  attempts: number;
  next_try_at: string;
  error: string | null;
  done_at: string | null;
  failed_at: string | null;
  event_id: string;
}

const Column = DataTable.Col<PlatformDuties>;

const filters = [
  <IdInput key="event_id" source="event_id" alwaysOn />,
  <TextInput key="handler" source="handler" alwaysOn resettable />,
];

export const PlatformDutiesColumns = () => (
  <>
    <Column source="occurred_at" disableSort>
      <InstantField source="occurred_at" />
    </Column>
    <Column source="handler" disableSort />
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="event" className="wide" disableSort />
    <Column source="queue" className="wide" disableSort>
      <BadgeField source="queue" />
    </Column>
    <Column source="attempts" className="wide" align="right" disableSort>
      <NumberField source="attempts" />
    </Column>
  </>
);

export const PlatformDutiesList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <PlatformDutiesColumns />
  </ResourceList>
);

export const PlatformDutiesShow = () => (
  <ResourceShow title="handler">
    <InstantField source="occurred_at" />
    <TextField source="handler" />
    <BadgeField source="state" />
    <TextField source="event" />
    <BadgeField source="queue" />
    <NumberField source="attempts" />
    <InstantField source="next_try_at" />
    <LongTextField source="error" />
    <InstantField source="done_at" />
    <InstantField source="failed_at" />
    <ReferenceField source="event_id" reference="platform.events" link="show" />
  </ResourceShow>
);
