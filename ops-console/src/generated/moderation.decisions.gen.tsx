// Generated from modules/moderation/ops/decisions.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  DateInput,
  NumberField,
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
import { BadgeField, BadgesField, InstantField, YesNoField } from '@/kit/fields';
import { IdInput } from '@/kit/id-input';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['proposed', 'in-force', 'refused', 'lifted', 'ended'] as const;

const MEASURE = ['none', 'remove-content', 'warning', 'strike', 'feature-limit', 'timed-ban', 'permanent-ban'] as const;

const RULE = ['fraud', 'fake', 'insult', 'sexual', 'minor', 'spam', 'photo', 'illegal', 'evasion'] as const;

const FEATURES = ['messages', 'photos', 'likes', 'profile'] as const;

export interface ModerationDecisions {
  id: string;
  number: string;
  state: (typeof STATE)[number];
  measure: (typeof MEASURE)[number];
  rule: (typeof RULE)[number] | null;
  member_id: string;
  site_id: string;
  decided_by: string | null;
  created_at: string;
  due_at: string | null;
  second_by: string | null;
  item_id: string | null;
  facts: string;
  features: readonly (typeof FEATURES)[number][];
  days: number | null;
  photos: number;
  takes_texts: boolean;
  takes_name: boolean;
  strikes: number;
  in_force_at: string | null;
  ends_at: string | null;
  closed_at: string | null;
}

const Column = DataTable.Col<ModerationDecisions>;

const filters = [
  <TextInput key="number" source="number" alwaysOn resettable />,
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <SelectInput key="measure" source="measure" alwaysOn choices={choicesOf(MEASURE)} />,
  <SelectInput key="rule" source="rule" choices={choicesOf(RULE)} />,
  <ReferenceInput key="member_id" source="member_id" reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <IdInput key="item_id" source="item_id" />,
  <ReferenceInput key="site_id" source="site_id" reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <DateInput key="created_at_from" source="created_at_from" />,
  <DateInput key="created_at_to" source="created_at_to" />,
];

const ShowActions = () => (
  <>
    <ActionButton
      action="countersign"
      permission="moderation.decisions.sign"
      confirm
      when={{ source: 'state', values: ['proposed'] }}
    />
    <ActionButton
      action="refuse"
      permission="moderation.decisions.sign"
      confirm
      when={{ source: 'state', values: ['proposed'] }}
    />
    <ActionButton
      action="lift"
      permission="moderation.decisions.sign"
      confirm
      danger
      when={{ source: 'state', values: ['in-force'] }}
    >
      <TextInput
        source="reason"
        label="resources.moderation.decisions.actions.lift.fields.reason"
        validate={[required(), minLength(3), maxLength(300)]}
        multiline
      />
    </ActionButton>
  </>
);

const related = [
  { reference: 'moderation.appeals', target: 'decision_id', sort: { field: 'due_at', order: 'ASC' } },
] as const;

export const ModerationDecisionsColumns = () => (
  <>
    <Column source="number" disableSort />
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="measure" disableSort>
      <BadgeField source="measure" />
    </Column>
    <Column source="rule" className="wide" disableSort>
      <BadgeField source="rule" />
    </Column>
    <Column source="member_id" className="wide" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="site_id" className="wide" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="decided_by" className="wide" disableSort />
    <Column source="created_at" className="wide">
      <InstantField source="created_at" />
    </Column>
  </>
);

export const ModerationDecisionsList = () => (
  <ResourceList filters={filters} sort={{ field: 'created_at', order: 'DESC' }}>
    <ModerationDecisionsColumns />
  </ResourceList>
);

export const ModerationDecisionsShow = () => (
  <ResourceShow title="number" actions={<ShowActions />} related={related}>
    <TextField source="number" />
    <BadgeField source="state" />
    <BadgeField source="measure" />
    <BadgeField source="rule" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <TextField source="decided_by" />
    <InstantField source="created_at" />
    <InstantField source="due_at" />
    <TextField source="second_by" />
    <ReferenceField source="item_id" reference="moderation.review" link="show" />
    <TextField source="facts" />
    <BadgesField source="features" />
    <NumberField source="days" />
    <NumberField source="photos" />
    <YesNoField source="takes_texts" />
    <YesNoField source="takes_name" />
    <NumberField source="strikes" />
    <InstantField source="in_force_at" />
    <InstantField source="ends_at" />
    <InstantField source="closed_at" />
  </ResourceShow>
);
