// Generated from modules/moderation/ops/fiction_profiles.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  CheckboxGroupInput,
  DataTable,
  DateInput,
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
import { BadgeField, BadgesField, DayField, InstantField, LongTextField, WordsField } from '@/kit/fields';
import { OpenTextInput } from '@/kit/open-text-input';
import { ResourceList, ResourceShow } from '@/kit/pages';
import { PhotoInput } from '@/kit/photo-input';

const STATE = ['shown', 'hidden', 'retired'] as const;

const GENDER = ['woman', 'man', 'nonbinary'] as const;

const INTERESTS = [
  'adventure',
  'animals',
  'art',
  'astrology',
  'bbq',
  'beach',
  'beer',
  'biking',
  'coffee',
  'cooking',
  'dancing',
  'fashion',
  'foodie',
  'gardening',
  'gym',
  'hiking',
  'hugging',
  'kissing',
  'massages',
  'movies',
  'music',
  'outdoors',
  'party',
  'photography',
  'politics',
  'reading',
  'relationship',
  'shopping',
  'sports',
  'sushi',
  'tattoos',
  'tea',
  'theater',
  'travelling',
  'vegetarian',
  'video-games',
  'wine',
] as const;

const SEEKING_GENDERS = ['woman', 'man', 'nonbinary'] as const;

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export interface ModerationFictionalProfiles {
  id: string;
  name: string;
  site_id: string;
  writers: readonly string[];
  city: string | null;
  photos: number;
  state: (typeof STATE)[number];
  country: string | null;
  date_of_birth: string;
  gender: (typeof GENDER)[number] | null;
  interests: readonly (typeof INTERESTS)[number][];
  seeking_genders: readonly (typeof SEEKING_GENDERS)[number][];
  seeking_min_age: number | null;
  seeking_max_age: number | null;
  headline: string;
  about: string;
  days: readonly (typeof DAYS)[number][];
  opens: number;
  closes: number;
  created_at: string;
}

const Column = DataTable.Col<ModerationFictionalProfiles>;

const filters = [
  <TextInput key="name" source="name" alwaysOn resettable />,
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
];

const ListActions = () => (
  <ActionButton action="create" permission="moderation.fictional-profiles.change" creates>
    <TextInput
      source="name"
      label="resources.moderation.fictional-profiles.actions.create.fields.name"
      validate={[required(), minLength(2), maxLength(40)]}
    />
    <DateInput
      source="date_of_birth"
      label="resources.moderation.fictional-profiles.actions.create.fields.date_of_birth"
      validate={[required()]}
    />
    <SelectInput
      source="gender"
      label="resources.moderation.fictional-profiles.actions.create.fields.gender"
      validate={[required()]}
      choices={choicesOf(['woman', 'man', 'nonbinary'])}
    />
    <TextInput
      source="country"
      label="resources.moderation.fictional-profiles.actions.create.fields.country"
      validate={[required(), minLength(2), maxLength(2)]}
    />
    <TextInput
      source="city"
      label="resources.moderation.fictional-profiles.actions.create.fields.city"
      validate={[required(), maxLength(80)]}
    />
    <ReferenceInput source="site_id" reference="sites.sites">
      <AutocompleteInput
        label="resources.moderation.fictional-profiles.actions.create.fields.site_id"
        validate={[required()]}
        filterToQuery={(sought: string) => ({ name: sought })}
      />
    </ReferenceInput>
    <OpenTextInput
      source="headline"
      label="resources.moderation.fictional-profiles.actions.create.fields.headline"
      validate={[maxLength(120)]}
    />
    <OpenTextInput
      source="about"
      label="resources.moderation.fictional-profiles.actions.create.fields.about"
      validate={[maxLength(2000)]}
      multiline
    />
  </ActionButton>
);

const ShowActions = () => (
  <>
    <ActionButton
      action="set-words"
      permission="moderation.fictional-profiles.change"
      prefilled
      when={{ source: 'state', values: ['shown', 'hidden'] }}
    >
      <OpenTextInput
        source="headline"
        label="resources.moderation.fictional-profiles.actions.set-words.fields.headline"
        validate={[maxLength(120)]}
      />
      <OpenTextInput
        source="about"
        label="resources.moderation.fictional-profiles.actions.set-words.fields.about"
        validate={[maxLength(2000)]}
        multiline
      />
    </ActionButton>
    <ActionButton
      action="set-facts"
      permission="moderation.fictional-profiles.change"
      prefilled
      when={{ source: 'state', values: ['shown', 'hidden'] }}
    >
      <TextInput
        source="name"
        label="resources.moderation.fictional-profiles.actions.set-facts.fields.name"
        validate={[required(), minLength(2), maxLength(40)]}
      />
      <DateInput
        source="date_of_birth"
        label="resources.moderation.fictional-profiles.actions.set-facts.fields.date_of_birth"
        validate={[required()]}
      />
      <SelectInput
        source="gender"
        label="resources.moderation.fictional-profiles.actions.set-facts.fields.gender"
        validate={[required()]}
        choices={choicesOf(['woman', 'man', 'nonbinary'])}
      />
      <TextInput
        source="country"
        label="resources.moderation.fictional-profiles.actions.set-facts.fields.country"
        validate={[required(), minLength(2), maxLength(2)]}
      />
      <TextInput
        source="city"
        label="resources.moderation.fictional-profiles.actions.set-facts.fields.city"
        validate={[required(), maxLength(80)]}
      />
      <CheckboxGroupInput
        source="interests"
        label="resources.moderation.fictional-profiles.actions.set-facts.fields.interests"
        choices={choicesOf([
          'adventure',
          'animals',
          'art',
          'astrology',
          'bbq',
          'beach',
          'beer',
          'biking',
          'coffee',
          'cooking',
          'dancing',
          'fashion',
          'foodie',
          'gardening',
          'gym',
          'hiking',
          'hugging',
          'kissing',
          'massages',
          'movies',
          'music',
          'outdoors',
          'party',
          'photography',
          'politics',
          'reading',
          'relationship',
          'shopping',
          'sports',
          'sushi',
          'tattoos',
          'tea',
          'theater',
          'travelling',
          'vegetarian',
          'video-games',
          'wine',
        ])}
      />
      <CheckboxGroupInput
        source="seeking_genders"
        label="resources.moderation.fictional-profiles.actions.set-facts.fields.seeking_genders"
        choices={choicesOf(['woman', 'man', 'nonbinary'])}
      />
      <NumberInput
        source="seeking_min_age"
        label="resources.moderation.fictional-profiles.actions.set-facts.fields.seeking_min_age"
      />
      <NumberInput
        source="seeking_max_age"
        label="resources.moderation.fictional-profiles.actions.set-facts.fields.seeking_max_age"
      />
    </ActionButton>
    <ActionButton
      action="set-hours"
      permission="moderation.fictional-profiles.change"
      prefilled
      when={{ source: 'state', values: ['shown', 'hidden'] }}
    >
      <CheckboxGroupInput
        source="days"
        label="resources.moderation.fictional-profiles.actions.set-hours.fields.days"
        validate={[required()]}
        choices={choicesOf(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])}
      />
      <NumberInput
        source="opens"
        label="resources.moderation.fictional-profiles.actions.set-hours.fields.opens"
        validate={[required()]}
      />
      <NumberInput
        source="closes"
        label="resources.moderation.fictional-profiles.actions.set-hours.fields.closes"
        validate={[required()]}
      />
    </ActionButton>
    <ActionButton
      action="set-writers"
      permission="moderation.fictional-profiles.change"
      prefilled
      when={{ source: 'state', values: ['shown', 'hidden'] }}
    >
      <TextArrayInput
        source="writers"
        label="resources.moderation.fictional-profiles.actions.set-writers.fields.writers"
      />
    </ActionButton>
    <ActionButton
      action="add-photo"
      permission="moderation.fictional-profiles.change"
      when={{ source: 'state', values: ['shown', 'hidden'] }}
    >
      <PhotoInput
        source="photo"
        label="resources.moderation.fictional-profiles.actions.add-photo.fields.photo"
        validate={[required()]}
      />
    </ActionButton>
    <ActionButton
      action="main-photo"
      permission="moderation.fictional-profiles.change"
      when={{ source: 'state', values: ['shown', 'hidden'] }}
    >
      <NumberInput
        source="number"
        label="resources.moderation.fictional-profiles.actions.main-photo.fields.number"
        validate={[required()]}
      />
    </ActionButton>
    <ActionButton
      action="remove-photo"
      permission="moderation.fictional-profiles.change"
      when={{ source: 'state', values: ['shown', 'hidden'] }}
    >
      <NumberInput
        source="number"
        label="resources.moderation.fictional-profiles.actions.remove-photo.fields.number"
        validate={[required()]}
      />
    </ActionButton>
    <ActionButton
      action="remove-photos"
      permission="moderation.fictional-profiles.change"
      confirm
      when={{ source: 'state', values: ['shown', 'hidden'] }}
    />
    <ActionButton
      action="hide"
      permission="moderation.fictional-profiles.change"
      confirm
      when={{ source: 'state', values: ['shown'] }}
    />
    <ActionButton
      action="show"
      permission="moderation.fictional-profiles.change"
      confirm
      when={{ source: 'state', values: ['hidden'] }}
    />
    <ActionButton
      action="retire"
      permission="moderation.fictional-profiles.change"
      confirm
      when={{ source: 'state', values: ['shown', 'hidden'] }}
    />
  </>
);

export const ModerationFictionalProfilesColumns = () => (
  <>
    <Column source="name" disableSort />
    <Column source="site_id" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="writers" disableSort>
      <WordsField source="writers" />
    </Column>
    <Column source="city" className="wide" disableSort />
    <Column source="photos" className="wide" align="right" disableSort>
      <NumberField source="photos" />
    </Column>
    <Column source="state" className="wide" disableSort>
      <BadgeField source="state" />
    </Column>
  </>
);

export const ModerationFictionalProfilesList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'ASC' }} actions={<ListActions />}>
    <ModerationFictionalProfilesColumns />
  </ResourceList>
);

export const ModerationFictionalProfilesShow = () => (
  <ResourceShow title="name" actions={<ShowActions />}>
    <TextField source="name" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <WordsField source="writers" />
    <TextField source="city" />
    <NumberField source="photos" />
    <BadgeField source="state" />
    <TextField source="country" />
    <DayField source="date_of_birth" />
    <BadgeField source="gender" />
    <BadgesField source="interests" />
    <BadgesField source="seeking_genders" />
    <NumberField source="seeking_min_age" />
    <NumberField source="seeking_max_age" />
    <TextField source="headline" />
    <LongTextField source="about" />
    <BadgesField source="days" />
    <NumberField source="opens" />
    <NumberField source="closes" />
    <InstantField source="created_at" />
  </ResourceShow>
);
