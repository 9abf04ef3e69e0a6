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
} from 'react-admin';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField, LongTextField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['open', 'decided'] as const;

const KIND = ['profile', 'photo', 'message'] as const;

const REASON = ['fake', 'money', 'insult', 'sexual', 'minor', 'danger', 'other'] as const;

const OUTCOME = ['upheld', 'not-upheld'] as const;

export interface ModerationReports {
  id: string;
  number: string;
  state: (typeof STATE)[number];
  kind: (typeof KIND)[number];
  reason: (typeof REASON)[number];
  reported_id: string;
  site_id: string;
  due_at: string;
  claimed_by: string | null;
  reporter_id: string;
  created_at: string;
  words: string;
  evidence: string | null;
  decided_at: string | null;
  outcome: (typeof OUTCOME)[number] | null;
  reviewed_at: string | null;
  answer: string;
}

const Column = DataTable.Col<ModerationReports>;

const filters = [
  <TextInput key="number" source="number" alwaysOn resettable />,
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <SelectInput key="kind" source="kind" alwaysOn choices={choicesOf(KIND)} />,
  <SelectInput key="reason" source="reason" choices={choicesOf(REASON)} />,
  <ReferenceInput key="reported_id" source="reported_id" reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <ReferenceInput key="reporter_id" source="reporter_id" reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <ReferenceInput key="site_id" source="site_id" reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <DateInput key="created_at_from" source="created_at_from" />,
  <DateInput key="created_at_to" source="created_at_to" />,
];

const related = [
  { reference: 'moderation.case-messages', target: 'report_id', sort: { field: 'sent_at', order: 'DESC' } },
] as const;

export const ModerationReportsColumns = () => (
  <>
    <Column source="number" disableSort />
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="kind" disableSort>
      <BadgeField source="kind" />
    </Column>
    <Column source="reason" className="wide" disableSort>
      <BadgeField source="reason" />
    </Column>
    <Column source="reported_id" className="wide" disableSort>
      <ReferenceField source="reported_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="site_id" className="wide" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="due_at" className="wide">
      <InstantField source="due_at" />
    </Column>
    <Column source="claimed_by" className="wide" disableSort />
  </>
);

export const ModerationReportsList = () => (
  <ResourceList filters={filters} sort={{ field: 'due_at', order: 'ASC' }}>
    <ModerationReportsColumns />
  </ResourceList>
);

export const ModerationReportsShow = () => (
  <ResourceShow title="number" related={related}>
    <TextField source="number" />
    <BadgeField source="state" />
    <BadgeField source="kind" />
    <BadgeField source="reason" />
    <ReferenceField source="reported_id" reference="accounts.members" link="show" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <InstantField source="due_at" />
    <TextField source="claimed_by" />
    <ReferenceField source="reporter_id" reference="accounts.members" link="show" />
    <InstantField source="created_at" />
    <LongTextField source="words" />
    <LongTextField source="evidence" />
    <InstantField source="decided_at" />
    <BadgeField source="outcome" />
    <InstantField source="reviewed_at" />
    <TextField source="answer" />
  </ResourceShow>
);
