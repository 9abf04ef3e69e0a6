// Generated from modules/moderation/ops/cases.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  DateInput,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
  TextInput,
  maxLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField, LongTextField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['open', 'waiting', 'answered', 'closed'] as const;

const TOPIC = ['payment', 'person', 'account', 'decision', 'privacy', 'other'] as const;

const LANGUAGE = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'] as const;

export interface ModerationComplaints {
  id: string;
  number: string;
  state: (typeof STATE)[number];
  topic: (typeof TOPIC)[number];
  site_id: string;
  member_id: string | null;
  due_at: string;
  claimed_by: string | null;
  matched_id: string | null;
  created_at: string;
  closed_at: string | null;
  language: (typeof LANGUAGE)[number];
  history: string;
}

const Column = DataTable.Col<ModerationComplaints>;

const filters = [
  <TextInput key="number" source="number" alwaysOn resettable />,
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <SelectInput key="topic" source="topic" alwaysOn choices={choicesOf(TOPIC)} />,
  <ReferenceInput key="site_id" source="site_id" reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <ReferenceInput key="member_id" source="member_id" reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <DateInput key="created_at_from" source="created_at_from" />,
  <DateInput key="created_at_to" source="created_at_to" />,
];

const ShowActions = () => (
  <>
    <ActionButton
      action="claim"
      permission="moderation.complaints.answer"
      when={{ source: 'state', values: ['open', 'waiting', 'answered'] }}
    />
    <ActionButton action="note" permission="moderation.complaints.answer">
      <TextInput
        source="text"
        label="resources.moderation.complaints.actions.note.fields.text"
        validate={[required(), maxLength(5000)]}
        multiline
      />
    </ActionButton>
  </>
);

export const ModerationComplaintsColumns = () => (
  <>
    <Column source="number" disableSort />
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="topic" disableSort>
      <BadgeField source="topic" />
    </Column>
    <Column source="site_id" className="wide" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="member_id" className="wide" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="due_at" className="wide">
      <InstantField source="due_at" />
    </Column>
    <Column source="claimed_by" className="wide" disableSort />
  </>
);

export const ModerationComplaintsList = () => (
  <ResourceList filters={filters} sort={{ field: 'due_at', order: 'ASC' }}>
    <ModerationComplaintsColumns />
  </ResourceList>
);

export const ModerationComplaintsShow = () => (
  <ResourceShow title="number" actions={<ShowActions />}>
    <TextField source="number" />
    <BadgeField source="state" />
    <BadgeField source="topic" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <InstantField source="due_at" />
    <TextField source="claimed_by" />
    <ReferenceField source="matched_id" reference="accounts.members" link="show" />
    <InstantField source="created_at" />
    <InstantField source="closed_at" />
    <BadgeField source="language" />
    <LongTextField source="history" />
  </ResourceShow>
);
