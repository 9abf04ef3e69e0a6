// Generated from modules/moderation/ops/review.py by `hearth ops generate`. Do not edit.
import { AutocompleteInput, DataTable, ReferenceField, ReferenceInput, SelectInput, TextField } from 'react-admin';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['open', 'claimed', 'decided', 'gone'] as const;

export interface ModerationOpened {
  id: string;
  member_id: string;
  state: (typeof STATE)[number];
  opened_by: string;
  opened_at: string;
  closed_at: string | null;
  reason: string;
}

const Column = DataTable.Col<ModerationOpened>;

const filters = [
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
];

export const ModerationOpenedName = () => (
  <>
    <ReferenceField source="member_id" reference="accounts.members" link={false} />
    <InstantField source="opened_at" />
  </>
);

export const ModerationOpenedColumns = () => (
  <>
    <Column source="member_id" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="opened_by" disableSort />
    <Column source="opened_at" className="wide">
      <InstantField source="opened_at" />
    </Column>
  </>
);

export const ModerationOpenedList = () => (
  <ResourceList filters={filters} sort={{ field: 'opened_at', order: 'DESC' }}>
    <ModerationOpenedColumns />
  </ResourceList>
);

export const ModerationOpenedShow = () => (
  <ResourceShow title={ModerationOpenedName}>
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <BadgeField source="state" />
    <TextField source="opened_by" />
    <InstantField source="opened_at" />
    <InstantField source="closed_at" />
    <TextField source="reason" />
  </ResourceShow>
);
