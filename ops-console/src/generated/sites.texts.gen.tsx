// Generated from modules/sites/ops/texts.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextInput,
  maxLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { choicesOf } from '@/kit/choices';
import { BadgeField, LongTextField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const NAME = ['index_title', 'description', 'fictional_warning', 'fictional_singular', 'fictional_plural'] as const;

const LANGUAGE = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'] as const;

export interface SitesTexts {
  id: string;
  name: (typeof NAME)[number];
  language: (typeof LANGUAGE)[number];
  site_id: string;
  text: string;
}

const Column = DataTable.Col<SitesTexts>;

const filters = [
  <SelectInput key="name" source="name" alwaysOn choices={choicesOf(NAME)} />,
  <SelectInput key="language" source="language" alwaysOn choices={choicesOf(LANGUAGE)} />,
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
];

const ListActions = () => (
  <ActionButton action="tell" permission="sites.sites.change" creates>
    <TextInput
      source="text"
      label="resources.sites.texts.actions.tell.fields.text"
      validate={[required(), maxLength(500)]}
      multiline
    />
    <ReferenceInput source="site_id" reference="sites.sites">
      <AutocompleteInput
        label="resources.sites.texts.actions.tell.fields.site_id"
        validate={[required()]}
        filterToQuery={(sought: string) => ({ name: sought })}
      />
    </ReferenceInput>
    <SelectInput
      source="language"
      label="resources.sites.texts.actions.tell.fields.language"
      validate={[required()]}
      choices={choicesOf(['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'])}
    />
    <SelectInput
      source="name"
      label="resources.sites.texts.actions.tell.fields.name"
      validate={[required()]}
      choices={choicesOf(['index_title', 'description', 'fictional_warning', 'fictional_singular', 'fictional_plural'])}
    />
  </ActionButton>
);

const ShowActions = () => (
  <>
    <ActionButton action="change" permission="sites.sites.change" prefilled>
      <TextInput
        source="text"
        label="resources.sites.texts.actions.change.fields.text"
        validate={[required(), maxLength(500)]}
        multiline
      />
    </ActionButton>
    <ActionButton action="remove" permission="sites.sites.change" confirm />
  </>
);

export const SitesTextsName = () => (
  <>
    <BadgeField source="name" />
    <BadgeField source="language" />
    <ReferenceField source="site_id" reference="sites.sites" link={false} />
  </>
);

export const SitesTextsColumns = () => (
  <>
    <Column source="name" disableSort>
      <BadgeField source="name" />
    </Column>
    <Column source="language" disableSort>
      <BadgeField source="language" />
    </Column>
    <Column source="site_id" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
  </>
);

export const SitesTextsList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'ASC' }} actions={<ListActions />}>
    <SitesTextsColumns />
  </ResourceList>
);

export const SitesTextsShow = () => (
  <ResourceShow title={SitesTextsName} actions={<ShowActions />}>
    <BadgeField source="name" />
    <BadgeField source="language" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <LongTextField source="text" />
  </ResourceShow>
);
