// Generated from tests/opsgen/planted.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  CheckboxGroupInput,
  DataTable,
  DateInput,
  NullableBooleanInput,
  NumberField,
  NumberInput,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
  TextInput,
  maxLength,
  minLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { choicesOf } from '@/kit/choices';
import { BadgeField, BadgesField, DayField, InstantField, YesNoField } from '@/kit/fields';
import { MaskedField } from '@/kit/masked-field';
import { ResourceList, ResourceShow } from '@/kit/pages';

const COLOUR = ['red', 'deep_blue'] as const;

const FLAGS = ['nl', 'de'] as const;

export interface HarbourBoats {
  id: string;
  name: string;
  skipper: string | null;
  length: number;
  colour: (typeof COLOUR)[number];
  flags: readonly (typeof FLAGS)[number][];
  is_afloat: boolean;
  sister_id: string | null;
  built_on: string;
  sunk_at: string | null;
  remark: string | null;
}

const Column = DataTable.Col<HarbourBoats>;

const filters = [
  <TextInput key="name" source="name" alwaysOn resettable />,
  <TextInput key="skipper" source="skipper" alwaysOn resettable />,
  <SelectInput key="colour" source="colour" alwaysOn choices={choicesOf(COLOUR)} />,
  <NullableBooleanInput key="is_afloat" source="is_afloat" />,
  <ReferenceInput key="sister_id" source="sister_id" reference="harbour.boats">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <DateInput key="built_on_from" source="built_on_from" />,
  <DateInput key="built_on_to" source="built_on_to" />,
  <DateInput key="sunk_at_from" source="sunk_at_from" />,
  <DateInput key="sunk_at_to" source="sunk_at_to" />,
];

const ListActions = () => (
  <ActionButton action="launch" permission="harbour.boats.launch" creates>
    <TextInput
      source="name"
      label="resources.harbour.boats.actions.launch.fields.name"
      validate={[required(), minLength(2), maxLength(40)]}
    />
    <SelectInput
      source="colour"
      label="resources.harbour.boats.actions.launch.fields.colour"
      validate={[required()]}
      choices={choicesOf(['red', 'deep_blue'])}
    />
    <CheckboxGroupInput
      source="flags"
      label="resources.harbour.boats.actions.launch.fields.flags"
      choices={choicesOf(['nl', 'de'])}
    />
    <DateInput
      source="built_on"
      label="resources.harbour.boats.actions.launch.fields.built_on"
      validate={[required()]}
    />
    <ReferenceInput source="sister_id" reference="harbour.boats">
      <AutocompleteInput
        label="resources.harbour.boats.actions.launch.fields.sister_id"
        filterToQuery={(sought: string) => ({ name: sought })}
      />
    </ReferenceInput>
  </ActionButton>
);

const ShowActions = () => (
  <ActionButton
    action="sink"
    permission="harbour.boats.sink"
    confirm
    danger
    when={{ source: 'is_afloat', values: [true] }}
  >
    <TextInput
      source="reason"
      label="resources.harbour.boats.actions.sink.fields.reason"
      validate={[required(), minLength(3), maxLength(300)]}
      multiline
    />
    <NumberInput source="depth" label="resources.harbour.boats.actions.sink.fields.depth" validate={[required()]} />
  </ActionButton>
);

const related = [
  { reference: 'harbour.boats', target: 'sister_id', sort: { field: 'length', order: 'DESC' } },
  { reference: 'harbour.repairs', target: 'boat_id', sort: { field: 'id', order: 'ASC' } },
] as const;

export const HarbourBoatsColumns = () => (
  <>
    <Column source="name" />
    <Column source="skipper" disableSort>
      <MaskedField source="skipper" />
    </Column>
    <Column source="length" align="right">
      <NumberField source="length" />
    </Column>
    <Column source="colour" className="wide" disableSort>
      <BadgeField source="colour" />
    </Column>
    <Column source="flags" className="wide" disableSort>
      <BadgesField source="flags" />
    </Column>
    <Column source="is_afloat" className="wide" disableSort>
      <YesNoField source="is_afloat" />
    </Column>
    <Column source="sister_id" className="wide" disableSort>
      <ReferenceField source="sister_id" reference="harbour.boats" link="show" />
    </Column>
    <Column source="built_on" className="wide" disableSort>
      <DayField source="built_on" />
    </Column>
  </>
);

export const HarbourBoatsList = () => (
  <ResourceList filters={filters} sort={{ field: 'length', order: 'DESC' }} actions={<ListActions />}>
    <HarbourBoatsColumns />
  </ResourceList>
);

export const HarbourBoatsShow = () => (
  <ResourceShow title="name" reveal="harbour.boats.reveal" actions={<ShowActions />} related={related}>
    <TextField source="name" />
    <MaskedField source="skipper" />
    <NumberField source="length" />
    <BadgeField source="colour" />
    <BadgesField source="flags" />
    <YesNoField source="is_afloat" />
    <ReferenceField source="sister_id" reference="harbour.boats" link="show" />
    <DayField source="built_on" />
    <InstantField source="sunk_at" />
    <TextField source="remark" />
  </ResourceShow>
);
