// Generated from modules/profiles/ops.py by `hearth ops generate`. Do not edit.
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
import { BadgeField, InstantField, PictureField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATUS = ['processing', 'pending', 'active', 'refused', 'deleted'] as const;

export interface ProfilesPhotos {
  id: string;
  blurred: string | null;
  member_id: string | null;
  status: (typeof STATUS)[number];
  created_at: string;
  reason: string | null;
  position: number | null;
  width: number | null;
  height: number | null;
}

const Column = DataTable.Col<ProfilesPhotos>;

const filters = [
  <SelectInput key="status" source="status" alwaysOn choices={choicesOf(STATUS)} />,
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
];

export const ProfilesPhotosName = () => (
  <>
    <ReferenceField source="member_id" reference="accounts.members" link={false} />
    <InstantField source="created_at" />
  </>
);

export const ProfilesPhotosColumns = () => (
  <>
    <Column source="blurred" disableSort>
      <PictureField source="blurred" />
    </Column>
    <Column source="member_id" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="status" disableSort>
      <BadgeField source="status" />
    </Column>
    <Column source="created_at" className="wide">
      <InstantField source="created_at" />
    </Column>
    <Column source="reason" className="wide" disableSort />
  </>
);

export const ProfilesPhotosList = () => (
  <ResourceList filters={filters} sort={{ field: 'created_at', order: 'DESC' }}>
    <ProfilesPhotosColumns />
  </ResourceList>
);

export const ProfilesPhotosShow = () => (
  <ResourceShow title={ProfilesPhotosName}>
    <PictureField source="blurred" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <BadgeField source="status" />
    <InstantField source="created_at" />
    <TextField source="reason" />
    <NumberField source="position" />
    <NumberField source="width" />
    <NumberField source="height" />
    <TextField source="id" />
  </ResourceShow>
);
