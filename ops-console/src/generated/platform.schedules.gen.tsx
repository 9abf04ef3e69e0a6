// Generated from app/kernel/ops/engine.py by `hearth ops generate`. Do not edit.
import { DataTable, NumberField, TextField } from 'react-admin';
import { InstantField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface PlatformSchedules {
  id: string;
  name: string;
  last_run_at: string;
  milliseconds: number | null;
  failures: number;
}

const Column = DataTable.Col<PlatformSchedules>;

export const PlatformSchedulesColumns = () => (
  <>
    <Column source="name" disableSort />
    <Column source="last_run_at">
      <InstantField source="last_run_at" />
    </Column>
    <Column source="milliseconds" align="right" disableSort>
      <NumberField source="milliseconds" />
    </Column>
    <Column source="failures" className="wide" align="right" disableSort>
      <NumberField source="failures" />
    </Column>
  </>
);

export const PlatformSchedulesList = () => (
  <ResourceList sort={{ field: 'id', order: 'ASC' }}>
    <PlatformSchedulesColumns />
  </ResourceList>
);

export const PlatformSchedulesShow = () => (
  <ResourceShow title="name">
    <TextField source="name" />
    <InstantField source="last_run_at" />
    <NumberField source="milliseconds" />
    <NumberField source="failures" />
  </ResourceShow>
);
