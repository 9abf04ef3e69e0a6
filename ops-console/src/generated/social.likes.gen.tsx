// Generated from modules/social/ops.py by `hearth ops generate`. Do not edit.
import { AutocompleteInput, DataTable, ReferenceField, ReferenceInput, SelectInput } from 'react-admin';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const SOURCE = ['member', 'auto'] as const;

export interface SocialLikes {
  id: string;
  created_at: string;
  from_id: string;
  to_id: string;
  source: (typeof SOURCE)[number];
  seen_at: string | null;
}

const Column = DataTable.Col<SocialLikes>;

const filters = [
  <ReferenceInput key="from_id" source="from_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <ReferenceInput key="to_id" source="to_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <SelectInput key="source" source="source" alwaysOn choices={choicesOf(SOURCE)} />,
];

export const SocialLikesName = () => (
  <>
    <ReferenceField source="from_id" reference="accounts.members" link={false} />
    <ReferenceField source="to_id" reference="accounts.members" link={false} />
  </>
);

export const SocialLikesColumns = () => (
  <>
    <Column source="created_at">
      <InstantField source="created_at" />
    </Column>
    <Column source="from_id" disableSort>
      <ReferenceField source="from_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="to_id" disableSort>
      <ReferenceField source="to_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="source" className="wide" disableSort>
      <BadgeField source="source" />
    </Column>
  </>
);

export const SocialLikesList = () => (
  <ResourceList filters={filters} sort={{ field: 'created_at', order: 'DESC' }}>
    <SocialLikesColumns />
  </ResourceList>
);

export const SocialLikesShow = () => (
  <ResourceShow title={SocialLikesName}>
    <InstantField source="created_at" />
    <ReferenceField source="from_id" reference="accounts.members" link="show" />
    <ReferenceField source="to_id" reference="accounts.members" link="show" />
    <BadgeField source="source" />
    <InstantField source="seen_at" />
  </ResourceShow>
);
