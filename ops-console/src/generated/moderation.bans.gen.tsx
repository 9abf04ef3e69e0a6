// Generated from modules/moderation/ops/decisions.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
  TextInput,
  maxLength,
  minLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const MEASURE = ['timed-ban', 'permanent-ban'] as const;

const RULE = ['fraud', 'fake', 'insult', 'sexual', 'minor', 'spam', 'photo', 'illegal', 'evasion'] as const;

export interface ModerationBans {
  id: string;
  member_id: string;
  measure: (typeof MEASURE)[number];
  rule: (typeof RULE)[number] | null;
  ends_at: string | null;
  site_id: string;
  decided_by: string | null;
  in_force_at: string | null;
  second_by: string | null;
  number: string;
  facts: string;
}

const Column = DataTable.Col<ModerationBans>;

const filters = [
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <SelectInput key="measure" source="measure" alwaysOn choices={choicesOf(MEASURE)} />,
  <SelectInput key="rule" source="rule" choices={choicesOf(RULE)} />,
  <TextInput key="number" source="number" resettable />,
];

const ShowActions = () => (
  <ActionButton action="lift" permission="moderation.decisions.sign" confirm danger>
    <TextInput
      source="reason"
      label="resources.moderation.bans.actions.lift.fields.reason"
      validate={[required(), minLength(3), maxLength(300)]}
      multiline
    />
  </ActionButton>
);

export const ModerationBansColumns = () => (
  <>
    <Column source="member_id" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="measure" disableSort>
      <BadgeField source="measure" />
    </Column>
    <Column source="rule" disableSort>
      <BadgeField source="rule" />
    </Column>
    <Column source="ends_at" className="wide" disableSort>
      <InstantField source="ends_at" />
    </Column>
    <Column source="site_id" className="wide" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="decided_by" className="wide" disableSort />
  </>
);

export const ModerationBansList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <ModerationBansColumns />
  </ResourceList>
);

export const ModerationBansShow = () => (
  <ResourceShow title="number" actions={<ShowActions />}>
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <BadgeField source="measure" />
    <BadgeField source="rule" />
    <InstantField source="ends_at" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <TextField source="decided_by" />
    <InstantField source="in_force_at" />
    <TextField source="second_by" />
    <TextField source="number" />
    <TextField source="facts" />
  </ResourceShow>
);
