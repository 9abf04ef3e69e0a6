// Generated from modules/profiles/ops.py by `hearth ops generate`. Do not edit.
import { DataTable, NullableBooleanInput, NumberField, TextField, TextInput } from 'react-admin';
import { YesNoField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface ProfilesInterests {
  id: string;
  name: string;
  profiles: number;
  is_intimate: boolean;
  key: string;
}

const Column = DataTable.Col<ProfilesInterests>;

const filters = [
  <TextInput key="name" source="name" alwaysOn resettable />,
  <NullableBooleanInput key="is_intimate" source="is_intimate" alwaysOn />,
];

export const ProfilesInterestsColumns = () => (
  <>
    <Column source="name" />
    <Column source="profiles" align="right">
      <NumberField source="profiles" />
    </Column>
    <Column source="is_intimate" disableSort>
      <YesNoField source="is_intimate" />
    </Column>
  </>
);

export const ProfilesInterestsList = () => (
  <ResourceList filters={filters} sort={{ field: 'profiles', order: 'DESC' }}>
    <ProfilesInterestsColumns />
  </ResourceList>
);

export const ProfilesInterestsShow = () => (
  <ResourceShow title="name">
    <TextField source="name" />
    <NumberField source="profiles" />
    <YesNoField source="is_intimate" />
    <TextField source="key" />
  </ResourceShow>
);
