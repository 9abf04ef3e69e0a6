// Generated from modules/moderation/ops/fiction.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  NumberField,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
  TextInput,
} from 'react-admin';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['waiting', 'later', 'answered'] as const;

const LANGUAGE = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'] as const;

export interface ModerationFiction {
  id: string;
  state: (typeof STATE)[number];
  profile: string;
  member: string;
  language: (typeof LANGUAGE)[number];
  site_id: string;
  unread: number;
  since: string | null;
  held_by: string | null;
  last_at: string;
  held_until: string | null;
}

const Column = DataTable.Col<ModerationFiction>;

const filters = [
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <SelectInput key="language" source="language" alwaysOn choices={choicesOf(LANGUAGE)} />,
  <TextInput key="profile" source="profile" resettable />,
  <TextInput key="member" source="member" resettable />,
];

export const ModerationFictionColumns = () => (
  <>
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="profile" disableSort />
    <Column source="member" disableSort />
    <Column source="language" className="wide" disableSort>
      <BadgeField source="language" />
    </Column>
    <Column source="site_id" className="wide" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="unread" className="wide" align="right" disableSort>
      <NumberField source="unread" />
    </Column>
    <Column source="since" className="wide">
      <InstantField source="since" />
    </Column>
    <Column source="held_by" className="wide" disableSort />
  </>
);

export const ModerationFictionList = () => (
  <ResourceList filters={filters} sort={{ field: 'since', order: 'ASC' }}>
    <ModerationFictionColumns />
  </ResourceList>
);

export const ModerationFictionShow = () => (
  <ResourceShow title="profile">
    <BadgeField source="state" />
    <TextField source="profile" />
    <TextField source="member" />
    <BadgeField source="language" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <NumberField source="unread" />
    <InstantField source="since" />
    <TextField source="held_by" />
    <InstantField source="last_at" />
    <InstantField source="held_until" />
  </ResourceShow>
);
