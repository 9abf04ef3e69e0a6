// Generated from modules/sites/ops/pages.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  NullableBooleanInput,
  NumberField,
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
import { BadgeField, InstantField, LongTextField, YesNoField } from '@/kit/fields';
import { OpenTextInput } from '@/kit/open-text-input';
import { ResourceList, ResourceShow } from '@/kit/pages';

const LANGUAGE = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'] as const;

export interface SitesPages {
  id: string;
  token: string;
  title: string;
  language: (typeof LANGUAGE)[number];
  site_id: string;
  is_shown: boolean;
  version: number;
  created_at: string;
  description: string;
  body: string | null;
}

const Column = DataTable.Col<SitesPages>;

const filters = [
  <TextInput key="token" source="token" alwaysOn resettable />,
  <SelectInput key="language" source="language" alwaysOn choices={choicesOf(LANGUAGE)} />,
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <NullableBooleanInput key="is_shown" source="is_shown" />,
];

const ListActions = () => (
  <ActionButton action="write" permission="sites.pages.write" creates>
    <TextInput
      source="title"
      label="resources.sites.pages.actions.write.fields.title"
      validate={[required(), maxLength(120)]}
    />
    <OpenTextInput
      source="description"
      label="resources.sites.pages.actions.write.fields.description"
      validate={[maxLength(300)]}
      multiline
    />
    <TextInput
      source="body"
      label="resources.sites.pages.actions.write.fields.body"
      validate={[required(), maxLength(200000)]}
      multiline
    />
    <ReferenceInput source="site_id" reference="sites.sites">
      <AutocompleteInput
        label="resources.sites.pages.actions.write.fields.site_id"
        validate={[required()]}
        filterToQuery={(sought: string) => ({ name: sought })}
      />
    </ReferenceInput>
    <TextInput
      source="token"
      label="resources.sites.pages.actions.write.fields.token"
      validate={[required(), maxLength(60)]}
    />
    <SelectInput
      source="language"
      label="resources.sites.pages.actions.write.fields.language"
      validate={[required()]}
      choices={choicesOf(['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'])}
    />
  </ActionButton>
);

const ShowActions = () => (
  <>
    <ActionButton action="change" permission="sites.pages.write" prefilled>
      <TextInput
        source="title"
        label="resources.sites.pages.actions.change.fields.title"
        validate={[required(), maxLength(120)]}
      />
      <OpenTextInput
        source="description"
        label="resources.sites.pages.actions.change.fields.description"
        validate={[maxLength(300)]}
        multiline
      />
      <TextInput
        source="body"
        label="resources.sites.pages.actions.change.fields.body"
        validate={[required(), maxLength(200000)]}
        multiline
      />
    </ActionButton>
    <ActionButton action="remove" permission="sites.pages.write" confirm />
  </>
);

export const SitesPagesColumns = () => (
  <>
    <Column source="token" disableSort />
    <Column source="title" disableSort />
    <Column source="language" disableSort>
      <BadgeField source="language" />
    </Column>
    <Column source="site_id" className="wide" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="is_shown" className="wide" disableSort>
      <YesNoField source="is_shown" />
    </Column>
    <Column source="version" className="wide" align="right" disableSort>
      <NumberField source="version" />
    </Column>
    <Column source="created_at" className="wide" disableSort>
      <InstantField source="created_at" />
    </Column>
  </>
);

export const SitesPagesList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'ASC' }} actions={<ListActions />}>
    <SitesPagesColumns />
  </ResourceList>
);

export const SitesPagesShow = () => (
  <ResourceShow title="title" actions={<ShowActions />}>
    <TextField source="token" />
    <TextField source="title" />
    <BadgeField source="language" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <YesNoField source="is_shown" />
    <NumberField source="version" />
    <InstantField source="created_at" />
    <TextField source="description" />
    <LongTextField source="body" />
  </ResourceShow>
);
