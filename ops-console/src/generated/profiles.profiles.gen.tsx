// Generated from modules/profiles/ops.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
  TextInput,
} from 'react-admin';
import { choicesOf } from '@/kit/choices';
import { BadgeField, BadgesField, InstantField, LongTextField, YesNoField } from '@/kit/fields';
import { ChoiceField, CountryField } from '@/kit/key-fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATE = ['active', 'disabled'] as const;

const KIND = ['member', 'fictional'] as const;

const COMPLETED_STEPS = ['photo', 'location', 'personal', 'about', 'push'] as const;

export interface ProfilesProfiles {
  id: string;
  name: string;
  state: (typeof STATE)[number];
  kind: (typeof KIND)[number];
  member_id: string;
  site_id: string;
  country: string | null;
  city: string | null;
  last_active_at: string | null;
  headline: string;
  about: string;
  gender: string | null;
  region: string | null;
  completed_steps: readonly (typeof COMPLETED_STEPS)[number][];
  is_invisible: boolean;
  created_at: string;
}

const Column = DataTable.Col<ProfilesProfiles>;

const filters = [
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <SelectInput key="kind" source="kind" alwaysOn choices={choicesOf(KIND)} />,
  <SelectInput key="state" source="state" choices={choicesOf(STATE)} />,
  <TextInput key="country" source="country" resettable />,
];

export const ProfilesProfilesColumns = () => (
  <>
    <Column source="name" disableSort />
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="kind" disableSort>
      <BadgeField source="kind" />
    </Column>
    <Column source="member_id" className="wide" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="site_id" className="wide" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="country" className="wide" disableSort>
      <CountryField source="country" />
    </Column>
    <Column source="city" className="wide" disableSort />
    <Column source="last_active_at" className="wide" disableSort>
      <InstantField source="last_active_at" />
    </Column>
  </>
);

export const ProfilesProfilesList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'ASC' }}>
    <ProfilesProfilesColumns />
  </ResourceList>
);

export const ProfilesProfilesShow = () => (
  <ResourceShow title="name">
    <TextField source="name" />
    <BadgeField source="state" />
    <BadgeField source="kind" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <CountryField source="country" />
    <TextField source="city" />
    <InstantField source="last_active_at" />
    <TextField source="headline" />
    <LongTextField source="about" />
    <ChoiceField source="gender" />
    <TextField source="region" />
    <BadgesField source="completed_steps" />
    <YesNoField source="is_invisible" />
    <InstantField source="created_at" />
  </ResourceShow>
);
