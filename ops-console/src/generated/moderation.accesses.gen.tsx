// Generated from modules/moderation/ops/review.py by `hearth ops generate`. Do not edit.
import { AutocompleteInput, DataTable, ReferenceField, ReferenceInput, TextField } from 'react-admin';
import { BadgeField, InstantField } from '@/kit/fields';
import { IdInput } from '@/kit/id-input';
import { ResourceList, ResourceShow } from '@/kit/pages';

const ROLE = ['moderator', 'support', 'finance', 'writer', 'admin'] as const;

export interface ModerationAccesses {
  id: string;
  at: string;
  staff: string;
  role: (typeof ROLE)[number];
  item_id: string | null;
  one_id: string;
  other_id: string;
  reason: string | null;
  conversation_id: string;
}

const Column = DataTable.Col<ModerationAccesses>;

const filters = [
  <ReferenceInput key="one_id" source="one_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <ReferenceInput key="other_id" source="other_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <IdInput key="item_id" source="item_id" alwaysOn />,
];

export const ModerationAccessesName = () => (
  <>
    <TextField source="staff" />
    <InstantField source="at" />
  </>
);

export const ModerationAccessesColumns = () => (
  <>
    <Column source="at">
      <InstantField source="at" />
    </Column>
    <Column source="staff" disableSort />
    <Column source="role" disableSort>
      <BadgeField source="role" />
    </Column>
    <Column source="item_id" className="wide" disableSort>
      <ReferenceField source="item_id" reference="moderation.review" link="show" />
    </Column>
    <Column source="one_id" className="wide" disableSort>
      <ReferenceField source="one_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="other_id" className="wide" disableSort>
      <ReferenceField source="other_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="reason" className="wide" disableSort />
    <Column source="conversation_id" className="wide" disableSort />
  </>
);

export const ModerationAccessesList = () => (
  <ResourceList filters={filters} sort={{ field: 'at', order: 'DESC' }}>
    <ModerationAccessesColumns />
  </ResourceList>
);

export const ModerationAccessesShow = () => (
  <ResourceShow title={ModerationAccessesName}>
    <InstantField source="at" />
    <TextField source="staff" />
    <BadgeField source="role" />
    <ReferenceField source="item_id" reference="moderation.review" link="show" />
    <ReferenceField source="one_id" reference="accounts.members" link="show" />
    <ReferenceField source="other_id" reference="accounts.members" link="show" />
    <TextField source="reason" />
    <TextField source="conversation_id" />
  </ResourceShow>
);
