// Generated from modules/sites/ops/sites.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  BooleanInput,
  CheckboxGroupInput,
  DataTable,
  NumberField,
  NumberInput,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextArrayInput,
  TextField,
  TextInput,
  maxLength,
  minLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { choicesOf } from '@/kit/choices';
import { BadgeField, BadgesField, InstantField, LongTextField, WordsField, YesNoField } from '@/kit/fields';
import { OpenTextInput } from '@/kit/open-text-input';
import { ResourceList, ResourceShow } from '@/kit/pages';

const DOMAIN_LANGUAGE = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'] as const;

const LANGUAGES = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'] as const;

const SIGNUPS = ['all', 'with_trafficsource', 'invitation', 'none'] as const;

const VISIBLE_PROFILE_FIELDS = [
  'gender',
  'sexuality',
  'relationship_status',
  'hair_color',
  'eye_color',
  'body_type',
  'tattoos',
  'interests',
  'country',
  'region',
  'city',
  'date_of_birth',
] as const;

const VISIBLE_PROFILE_NOTES = [
  'gender',
  'sexuality',
  'relationship_status',
  'hair_color',
  'eye_color',
  'body_type',
  'tattoos',
  'interests',
  'country',
  'region',
  'city',
  'date_of_birth',
] as const;

const SEARCH_FIELDS = [
  'gender',
  'country',
  'region',
  'place',
  'min_age',
  'max_age',
  'interest',
  'online',
  'with_photo',
  'new',
  'text',
] as const;

export interface SitesSites {
  id: string;
  name: string;
  domain: string;
  key: string;
  company_id: string;
  domain_language: (typeof DOMAIN_LANGUAGE)[number];
  fictional_enabled: boolean;
  created_at: string;
  index_title: string;
  description: string;
  support_email: string;
  support_phone: string;
  cdn_prefix: string;
  languages: readonly (typeof LANGUAGES)[number][];
  countries: readonly string[];
  timezone: string;
  enable_site_entry_popup: boolean;
  site_entry_countries: readonly string[];
  niche: number;
  message_credits: number;
  reply_credits: number | null;
  photo_credits: number;
  gift_credits: number;
  signup_credits: number;
  message_length: number;
  refund_days: number;
  signups: (typeof SIGNUPS)[number];
  min_age: number;
  logged_out_search: boolean;
  logged_out_search_trafficsource: boolean;
  hide_account_existence: boolean;
  member_resell: boolean;
  visible_profile_fields: readonly (typeof VISIBLE_PROFILE_FIELDS)[number][];
  visible_profile_notes: readonly (typeof VISIBLE_PROFILE_NOTES)[number][];
  search_fields: readonly (typeof SEARCH_FIELDS)[number][];
  care_credits: number;
  fictional_icon: string;
  fictional_warning: string;
  fictional_singular: string;
  fictional_plural: string;
}

const Column = DataTable.Col<SitesSites>;

const filters = [
  <TextInput key="name" source="name" alwaysOn resettable />,
  <ReferenceInput key="company_id" source="company_id" alwaysOn reference="sites.companies">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
];

const ShowActions = () => (
  <>
    <ActionButton action="set-base" permission="sites.sites.change" prefilled>
      <TextInput
        source="domain"
        label="resources.sites.sites.actions.set-base.fields.domain"
        validate={[required(), maxLength(253)]}
        multiline
      />
      <ReferenceInput source="company_id" reference="sites.companies">
        <AutocompleteInput
          label="resources.sites.sites.actions.set-base.fields.company_id"
          validate={[required()]}
          filterToQuery={(sought: string) => ({ name: sought })}
        />
      </ReferenceInput>
      <NumberInput source="niche" label="resources.sites.sites.actions.set-base.fields.niche" validate={[required()]} />
    </ActionButton>
    <ActionButton action="set-words" permission="sites.sites.change" prefilled>
      <TextInput
        source="name"
        label="resources.sites.sites.actions.set-words.fields.name"
        validate={[required(), maxLength(60)]}
      />
      <TextInput
        source="index_title"
        label="resources.sites.sites.actions.set-words.fields.index_title"
        validate={[required(), maxLength(120)]}
      />
      <OpenTextInput
        source="description"
        label="resources.sites.sites.actions.set-words.fields.description"
        validate={[maxLength(300)]}
        multiline
      />
      <TextInput
        source="support_email"
        label="resources.sites.sites.actions.set-words.fields.support_email"
        validate={[required(), minLength(3), maxLength(120)]}
      />
      <OpenTextInput
        source="support_phone"
        label="resources.sites.sites.actions.set-words.fields.support_phone"
        validate={[maxLength(40)]}
      />
      <OpenTextInput
        source="cdn_prefix"
        label="resources.sites.sites.actions.set-words.fields.cdn_prefix"
        validate={[maxLength(200)]}
        multiline
      />
    </ActionButton>
    <ActionButton action="set-places" permission="sites.sites.change" prefilled>
      <CheckboxGroupInput
        source="languages"
        label="resources.sites.sites.actions.set-places.fields.languages"
        validate={[required()]}
        choices={choicesOf(['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'])}
      />
      <SelectInput
        source="domain_language"
        label="resources.sites.sites.actions.set-places.fields.domain_language"
        validate={[required()]}
        choices={choicesOf(['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'])}
      />
      <TextInput
        source="timezone"
        label="resources.sites.sites.actions.set-places.fields.timezone"
        validate={[required(), maxLength(60)]}
      />
      <TextArrayInput
        source="countries"
        label="resources.sites.sites.actions.set-places.fields.countries"
        validate={[required()]}
      />
      <BooleanInput
        source="enable_site_entry_popup"
        label="resources.sites.sites.actions.set-places.fields.enable_site_entry_popup"
      />
      <TextArrayInput
        source="site_entry_countries"
        label="resources.sites.sites.actions.set-places.fields.site_entry_countries"
        defaultValue={[]}
      />
    </ActionButton>
    <ActionButton action="set-prices" permission="sites.sites.change" prefilled>
      <NumberInput
        source="message_credits"
        label="resources.sites.sites.actions.set-prices.fields.message_credits"
        validate={[required()]}
      />
      <NumberInput source="reply_credits" label="resources.sites.sites.actions.set-prices.fields.reply_credits" />
      <NumberInput
        source="photo_credits"
        label="resources.sites.sites.actions.set-prices.fields.photo_credits"
        validate={[required()]}
      />
      <NumberInput
        source="gift_credits"
        label="resources.sites.sites.actions.set-prices.fields.gift_credits"
        validate={[required()]}
      />
      <NumberInput
        source="signup_credits"
        label="resources.sites.sites.actions.set-prices.fields.signup_credits"
        validate={[required()]}
      />
      <NumberInput
        source="message_length"
        label="resources.sites.sites.actions.set-prices.fields.message_length"
        validate={[required()]}
      />
      <NumberInput
        source="refund_days"
        label="resources.sites.sites.actions.set-prices.fields.refund_days"
        validate={[required()]}
      />
    </ActionButton>
    <ActionButton action="set-doors" permission="sites.sites.change" prefilled>
      <SelectInput
        source="signups"
        label="resources.sites.sites.actions.set-doors.fields.signups"
        validate={[required()]}
        choices={choicesOf(['all', 'with_trafficsource', 'invitation', 'none'])}
      />
      <NumberInput
        source="min_age"
        label="resources.sites.sites.actions.set-doors.fields.min_age"
        validate={[required()]}
      />
      <BooleanInput
        source="logged_out_search"
        label="resources.sites.sites.actions.set-doors.fields.logged_out_search"
      />
      <BooleanInput
        source="logged_out_search_trafficsource"
        label="resources.sites.sites.actions.set-doors.fields.logged_out_search_trafficsource"
      />
      <BooleanInput
        source="hide_account_existence"
        label="resources.sites.sites.actions.set-doors.fields.hide_account_existence"
      />
      <BooleanInput source="member_resell" label="resources.sites.sites.actions.set-doors.fields.member_resell" />
    </ActionButton>
    <ActionButton action="set-profiles" permission="sites.sites.change" prefilled>
      <CheckboxGroupInput
        source="visible_profile_fields"
        label="resources.sites.sites.actions.set-profiles.fields.visible_profile_fields"
        defaultValue={[]}
        choices={choicesOf([
          'gender',
          'sexuality',
          'relationship_status',
          'hair_color',
          'eye_color',
          'body_type',
          'tattoos',
          'interests',
          'country',
          'region',
          'city',
          'date_of_birth',
        ])}
      />
      <CheckboxGroupInput
        source="visible_profile_notes"
        label="resources.sites.sites.actions.set-profiles.fields.visible_profile_notes"
        defaultValue={[]}
        choices={choicesOf([
          'gender',
          'sexuality',
          'relationship_status',
          'hair_color',
          'eye_color',
          'body_type',
          'tattoos',
          'interests',
          'country',
          'region',
          'city',
          'date_of_birth',
        ])}
      />
      <CheckboxGroupInput
        source="search_fields"
        label="resources.sites.sites.actions.set-profiles.fields.search_fields"
        defaultValue={[]}
        choices={choicesOf([
          'gender',
          'country',
          'region',
          'place',
          'min_age',
          'max_age',
          'interest',
          'online',
          'with_photo',
          'new',
          'text',
        ])}
      />
    </ActionButton>
    <ActionButton action="set-fiction" permission="sites.sites.change" confirm prefilled>
      <BooleanInput
        source="fictional_enabled"
        label="resources.sites.sites.actions.set-fiction.fields.fictional_enabled"
      />
      <NumberInput
        source="care_credits"
        label="resources.sites.sites.actions.set-fiction.fields.care_credits"
        validate={[required()]}
      />
      <TextInput
        source="fictional_icon"
        label="resources.sites.sites.actions.set-fiction.fields.fictional_icon"
        validate={[required(), maxLength(40)]}
      />
      <OpenTextInput
        source="fictional_warning"
        label="resources.sites.sites.actions.set-fiction.fields.fictional_warning"
        validate={[maxLength(500)]}
        multiline
      />
      <OpenTextInput
        source="fictional_singular"
        label="resources.sites.sites.actions.set-fiction.fields.fictional_singular"
        validate={[maxLength(60)]}
      />
      <OpenTextInput
        source="fictional_plural"
        label="resources.sites.sites.actions.set-fiction.fields.fictional_plural"
        validate={[maxLength(60)]}
      />
    </ActionButton>
  </>
);

const related = [
  { reference: 'sites.hosts', target: 'site_id', sort: { field: 'host', order: 'ASC' } },
  { reference: 'sites.texts', target: 'site_id', sort: { field: 'id', order: 'ASC' } },
  { reference: 'sites.message-costs', target: 'site_id', sort: { field: 'country', order: 'ASC' } },
  { reference: 'sites.pages', target: 'site_id', sort: { field: 'id', order: 'ASC' } },
  { reference: 'accounts.members', target: 'site_id', sort: { field: 'signup_at', order: 'DESC' } },
  { reference: 'billing.bundles', target: 'site_id', sort: { field: 'id', order: 'DESC' } },
] as const;

export const SitesSitesColumns = () => (
  <>
    <Column source="name" />
    <Column source="domain" disableSort />
    <Column source="key" disableSort />
    <Column source="company_id" className="wide" disableSort>
      <ReferenceField source="company_id" reference="sites.companies" link="show" />
    </Column>
    <Column source="domain_language" className="wide" disableSort>
      <BadgeField source="domain_language" />
    </Column>
    <Column source="fictional_enabled" className="wide" disableSort>
      <YesNoField source="fictional_enabled" />
    </Column>
    <Column source="created_at" className="wide">
      <InstantField source="created_at" />
    </Column>
  </>
);

export const SitesSitesList = () => (
  <ResourceList filters={filters} sort={{ field: 'name', order: 'ASC' }}>
    <SitesSitesColumns />
  </ResourceList>
);

export const SitesSitesShow = () => (
  <ResourceShow title="name" actions={<ShowActions />} related={related}>
    <TextField source="name" />
    <TextField source="domain" />
    <TextField source="key" />
    <ReferenceField source="company_id" reference="sites.companies" link="show" />
    <BadgeField source="domain_language" />
    <YesNoField source="fictional_enabled" />
    <InstantField source="created_at" />
    <TextField source="index_title" />
    <TextField source="description" />
    <TextField source="support_email" />
    <TextField source="support_phone" />
    <TextField source="cdn_prefix" />
    <BadgesField source="languages" />
    <WordsField source="countries" />
    <TextField source="timezone" />
    <YesNoField source="enable_site_entry_popup" />
    <WordsField source="site_entry_countries" />
    <NumberField source="niche" />
    <NumberField source="message_credits" />
    <NumberField source="reply_credits" />
    <NumberField source="photo_credits" />
    <NumberField source="gift_credits" />
    <NumberField source="signup_credits" />
    <NumberField source="message_length" />
    <NumberField source="refund_days" />
    <BadgeField source="signups" />
    <NumberField source="min_age" />
    <YesNoField source="logged_out_search" />
    <YesNoField source="logged_out_search_trafficsource" />
    <YesNoField source="hide_account_existence" />
    <YesNoField source="member_resell" />
    <BadgesField source="visible_profile_fields" />
    <BadgesField source="visible_profile_notes" />
    <BadgesField source="search_fields" />
    <NumberField source="care_credits" />
    <TextField source="fictional_icon" />
    <LongTextField source="fictional_warning" />
    <TextField source="fictional_singular" />
    <TextField source="fictional_plural" />
  </ResourceShow>
);
