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

const STATE = ['open', 'decided'] as const;

const OUTCOME = ['confirmed', 'reversed'] as const;

export interface ModerationAppeals {
  id: string;
  state: (typeof STATE)[number];
  decision_id: string;
  member_id: string;
  words: string;
  due_at: string;
  created_at: string;
  decided_by: string | null;
  decided_at: string | null;
  outcome: (typeof OUTCOME)[number] | null;
  answer: string;
}

const Column = DataTable.Col<ModerationAppeals>;

const filters = [
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <ReferenceInput key="decision_id" source="decision_id" alwaysOn reference="moderation.decisions">
    <AutocompleteInput filterToQuery={(sought: string) => ({ number: sought })} />
  </ReferenceInput>,
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
];

const ShowActions = () => (
  <ActionButton action="decide" permission="moderation.appeals.decide" when={{ source: 'state', values: ['open'] }}>
    <SelectInput
      source="outcome"
      label="resources.moderation.appeals.actions.decide.fields.outcome"
      validate={[required()]}
      choices={choicesOf(['confirmed', 'reversed'])}
    />
    <TextInput
      source="answer"
      label="resources.moderation.appeals.actions.decide.fields.answer"
      validate={[required(), minLength(3), maxLength(2000)]}
      multiline
    />
  </ActionButton>
);

export const ModerationAppealsName = () => (
  <>
    <ReferenceField source="member_id" reference="accounts.members" link={false} />
    <InstantField source="due_at" />
  </>
);

export const ModerationAppealsColumns = () => (
  <>
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="decision_id" disableSort>
      <ReferenceField source="decision_id" reference="moderation.decisions" link="show" />
    </Column>
    <Column source="member_id" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="words" className="wide" disableSort />
    <Column source="due_at" className="wide">
      <InstantField source="due_at" />
    </Column>
  </>
);

export const ModerationAppealsList = () => (
  <ResourceList filters={filters} sort={{ field: 'due_at', order: 'ASC' }}>
    <ModerationAppealsColumns />
  </ResourceList>
);

export const ModerationAppealsShow = () => (
  <ResourceShow title={ModerationAppealsName} actions={<ShowActions />}>
    <BadgeField source="state" />
    <ReferenceField source="decision_id" reference="moderation.decisions" link="show" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <TextField source="words" />
    <InstantField source="due_at" />
    <InstantField source="created_at" />
    <TextField source="decided_by" />
    <InstantField source="decided_at" />
    <BadgeField source="outcome" />
    <TextField source="answer" />
  </ResourceShow>
);
