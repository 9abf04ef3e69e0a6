// Generated from modules/moderation/ops/review.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  NumberField,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
} from 'react-admin';
import { choicesOf } from '@/kit/choices';
import { BadgeField, BadgesField, InstantField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const KIND = [
  'photo',
  'profile-text',
  'member-report',
  'photo-report',
  'message-report',
  'risk',
  'evasion',
  'opened',
] as const;

const STATE = ['open', 'claimed', 'decided', 'gone'] as const;

const SIGNALS = [
  'money-words',
  'new-asks-money',
  'alike-openers',
  'luring-openers',
  'shared-device',
  'banned-device',
  'banned-email',
  'banned-photo',
  'banned-bank-account',
] as const;

export interface ModerationReview {
  id: string;
  kind: (typeof KIND)[number];
  state: (typeof STATE)[number];
  priority: number;
  signals: readonly (typeof SIGNALS)[number][];
  member_id: string;
  site_id: string;
  due_at: string;
  claimed_by: string | null;
  opened_at: string;
  claimed_until: string | null;
  decided_by: string | null;
  closed_at: string | null;
  urgency: number;
  subject_id: string;
  version: number;
}

const Column = DataTable.Col<ModerationReview>;

const filters = [
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <SelectInput key="kind" source="kind" alwaysOn choices={choicesOf(KIND)} />,
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <ReferenceInput key="site_id" source="site_id" reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
];

const related = [
  { reference: 'moderation.decisions', target: 'item_id', sort: { field: 'created_at', order: 'DESC' } },
  { reference: 'moderation.accesses', target: 'item_id', sort: { field: 'at', order: 'DESC' } },
] as const;

export const ModerationReviewName = () => (
  <>
    <BadgeField source="kind" />
    <ReferenceField source="member_id" reference="accounts.members" link={false} />
  </>
);

export const ModerationReviewColumns = () => (
  <>
    <Column source="kind" disableSort>
      <BadgeField source="kind" />
    </Column>
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="priority" align="right">
      <NumberField source="priority" />
    </Column>
    <Column source="signals" className="wide" disableSort>
      <BadgesField source="signals" />
    </Column>
    <Column source="member_id" className="wide" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="site_id" className="wide" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="due_at" className="wide">
      <InstantField source="due_at" />
    </Column>
    <Column source="claimed_by" className="wide" disableSort />
    <Column source="opened_at" className="wider">
      <InstantField source="opened_at" />
    </Column>
  </>
);

export const ModerationReviewList = () => (
  <ResourceList filters={filters} sort={{ field: 'due_at', order: 'ASC' }}>
    <ModerationReviewColumns />
  </ResourceList>
);

export const ModerationReviewShow = () => (
  <ResourceShow title={ModerationReviewName} related={related}>
    <BadgeField source="kind" />
    <BadgeField source="state" />
    <NumberField source="priority" />
    <BadgesField source="signals" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <InstantField source="due_at" />
    <TextField source="claimed_by" />
    <InstantField source="opened_at" />
    <InstantField source="claimed_until" />
    <TextField source="decided_by" />
    <InstantField source="closed_at" />
    <NumberField source="urgency" />
    <TextField source="subject_id" />
    <NumberField source="version" />
  </ResourceShow>
);
