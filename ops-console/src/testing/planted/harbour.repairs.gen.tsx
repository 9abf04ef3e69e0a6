// Generated from tests/opsgen/planted.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  BooleanInput,
  DataTable,
  NumberField,
  NumberInput,
  ReferenceField,
  ReferenceInput,
  TextArrayInput,
  TextField,
  TextInput,
  maxLength,
  minLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { JsonField, LongTextField, MoneyField, PictureField, WordsField } from '@/kit/fields';
import { ActorField, ChoiceField, CountryField, ListNameField } from '@/kit/key-fields';
import { OpenTextInput } from '@/kit/open-text-input';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface HarbourRepairs {
  id: string;
  number: number;
  boat_id: string;
  price_minor: { minor: number; currency: string } | null;
  parts: readonly string[];
  drawing: string | null;
  bill: unknown;
  story: string;
  note: string;
  yard: string | null;
  by: string | null;
  way: string | null;
  from_list: string | null;
}

const Column = DataTable.Col<HarbourRepairs>;

const filters = [
  <ReferenceInput key="boat_id" source="boat_id" alwaysOn reference="harbour.boats">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
];

const ShowActions = () => (
  <>
    <ActionButton action="correct" permission="harbour.repairs.correct" prefilled>
      <TextInput
        source="story"
        label="resources.harbour.repairs.actions.correct.fields.story"
        validate={[required(), maxLength(400)]}
        multiline
      />
      <TextArrayInput source="parts" label="resources.harbour.repairs.actions.correct.fields.parts" defaultValue={[]} />
      <NumberInput source="price_minor" label="resources.harbour.repairs.actions.correct.fields.price_minor" />
      <TextInput
        source="drawing"
        label="resources.harbour.repairs.actions.correct.fields.drawing"
        validate={[maxLength(200)]}
        multiline
      />
      <OpenTextInput
        source="note"
        label="resources.harbour.repairs.actions.correct.fields.note"
        validate={[maxLength(200)]}
        multiline
      />
      <BooleanInput source="is_paid" label="resources.harbour.repairs.actions.correct.fields.is_paid" />
      <OpenTextInput source="secret" label="resources.harbour.repairs.actions.correct.fields.secret" />
    </ActionButton>
    <ActionButton action="print" permission="harbour.repairs.print" file>
      <TextInput
        source="reason"
        label="resources.harbour.repairs.actions.print.fields.reason"
        validate={[required(), minLength(3), maxLength(300)]}
        multiline
      />
    </ActionButton>
  </>
);

export const HarbourRepairsName = () => (
  <>
    <ReferenceField source="boat_id" reference="harbour.boats" link={false} />
    <NumberField source="number" />
  </>
);

export const HarbourRepairsColumns = () => (
  <>
    <Column source="number" align="right" disableSort>
      <NumberField source="number" />
    </Column>
    <Column source="boat_id" disableSort>
      <ReferenceField source="boat_id" reference="harbour.boats" link="show" />
    </Column>
    <Column source="price_minor" align="right" disableSort>
      <MoneyField source="price_minor" />
    </Column>
    <Column source="parts" className="wide" disableSort>
      <WordsField source="parts" />
    </Column>
    <Column source="drawing" className="wide" disableSort>
      <PictureField source="drawing" />
    </Column>
    <Column source="yard" className="wide" disableSort>
      <CountryField source="yard" />
    </Column>
  </>
);

export const HarbourRepairsList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'ASC' }}>
    <HarbourRepairsColumns />
  </ResourceList>
);

export const HarbourRepairsShow = () => (
  <ResourceShow title={HarbourRepairsName} actions={<ShowActions />}>
    <NumberField source="number" />
    <ReferenceField source="boat_id" reference="harbour.boats" link="show" />
    <MoneyField source="price_minor" />
    <WordsField source="parts" />
    <PictureField source="drawing" />
    <JsonField source="bill" />
    <LongTextField source="story" />
    <TextField source="note" />
    <CountryField source="yard" />
    <ActorField source="by" />
    <ChoiceField source="way" />
    <ListNameField source="from_list" />
  </ResourceShow>
);
