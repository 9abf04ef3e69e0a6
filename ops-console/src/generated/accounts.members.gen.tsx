// Generated from modules/accounts/ops.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  NullableBooleanInput,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
  TextInput,
} from 'react-admin';
import { choicesOf } from '@/kit/choices';
import { BadgeField, DayField, InstantField, YesNoField } from '@/kit/fields';
import { MaskedField } from '@/kit/masked-field';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATUS = ['not_confirmed', 'active', 'deleted', 'erased', 'banned'] as const;

export interface AccountsMembers {
  id: string;
  name: string;
  status: (typeof STATUS)[number];
  site_id: string;
  email: string | null;
  is_fictional: boolean;
  is_paid: boolean;
  signup_at: string;
  confirmed_at: string | null;
  deleted_at: string | null;
  date_of_birth: string;
  language: string;
  signup_message: string;
}

const Column = DataTable.Col<AccountsMembers>;

const filters = [
  <TextInput key="name" source="name" alwaysOn resettable />,
  <TextInput key="email" source="email" alwaysOn resettable />,
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <SelectInput key="status" source="status" choices={choicesOf(STATUS)} />,
  <NullableBooleanInput key="is_paid" source="is_paid" />,
  <NullableBooleanInput key="is_fictional" source="is_fictional" />,
];

export const AccountsMembersList = () => (
  <ResourceList filters={filters} sort={{ field: 'signup_at', order: 'DESC' }}>
    <Column source="name" disableSort />
    <Column source="status" disableSort>
      <BadgeField source="status" />
    </Column>
    <Column source="site_id" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="email" className="wide" disableSort />
    <Column source="is_fictional" className="wide" disableSort>
      <YesNoField source="is_fictional" />
    </Column>
    <Column source="is_paid" className="wide" disableSort>
      <YesNoField source="is_paid" />
    </Column>
    <Column source="signup_at" className="wide">
      <InstantField source="signup_at" />
    </Column>
  </ResourceList>
);

export const AccountsMembersShow = () => (
  <ResourceShow title="name" reveal="accounts.members.reveal">
    <TextField source="name" />
    <BadgeField source="status" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <MaskedField source="email" />
    <YesNoField source="is_fictional" />
    <YesNoField source="is_paid" />
    <InstantField source="signup_at" />
    <InstantField source="confirmed_at" />
    <InstantField source="deleted_at" />
    <DayField source="date_of_birth" />
    <TextField source="language" />
    <TextField source="signup_message" />
  </ResourceShow>
);
