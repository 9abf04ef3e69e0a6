import { useMemo } from 'react';
import {
  AutocompleteInput,
  BooleanInput,
  CheckboxGroupInput,
  DateInput,
  NullableBooleanInput,
  NumberInput,
  ReferenceInput,
  SelectInput,
  TextArrayInput,
  TextInput,
  minLength,
  required,
  useResourceDefinitions,
  type InputProps,
} from 'react-admin';
import { choicesOf } from './choices';
import { columnsOf, type Column, type FormField, type ResourceDefinition } from './definition';
import { IdInput } from './id-input';
import { OpenTextInput } from './open-text-input';
import { PhotoInput } from './photo-input';

/** Filters that stand open; the others are added by a button. */
const OPEN_FILTERS = 3;

/** The inputs that a list is searched by. */
export const filtersOf = (definition: ResourceDefinition) =>
  columnsOf(definition, definition.filters ?? []).flatMap((column, at) =>
    namesOf(column).map((name) => (
      <FilterInput key={name} source={name} alwaysOn={at < OPEN_FILTERS} column={column} />
    )),
  );

/** A time is searched for by its first and its last day. */
const namesOf = ({ source, kind }: Column) =>
  kind === 'instant' || kind === 'day' ? [`${source}_from`, `${source}_to`] : [source];

interface FilterInputProps {
  source: string;
  alwaysOn: boolean;
  column: Column;
}

/** Hands on what react-admin gives its filters besides. */
function FilterInput({ column: { kind, reference = '', choices }, ...given }: FilterInputProps) {
  switch (kind) {
    case 'instant':
    case 'day':
      return <DateInput {...given} />;
    case 'reference':
      return <RecordInput {...given} reference={reference} />;
    case 'badge':
      return <SelectInput {...given} choices={choicesOf(choices)} />;
    case 'yes_no':
      return <NullableBooleanInput {...given} />;
    case 'id':
      return <IdInput {...given} />;
    default:
      return <TextInput {...given} resettable />;
  }
}

/** One of the inputs of a form. */
export function FormInput({
  kind,
  reference = '',
  choices,
  required: isRequired,
  mayBeEmpty,
  min,
  multiline,
  ...given
}: FormField & { label: string }) {
  // The server checks the same; its checks are those that count.
  const validate = useMemo(
    () => [isRequired && required(), min && minLength(min)].filter((check) => !!check),
    [isRequired, min],
  );
  const input = { ...given, validate };
  const list = { ...input, defaultValue: mayBeEmpty ? [] : undefined };
  switch (kind) {
    case 'reference':
      return <RecordInput {...input} reference={reference} />;
    case 'choices':
      return <CheckboxGroupInput {...list} choices={choicesOf(choices)} />;
    case 'choice':
      return <SelectInput {...input} choices={choicesOf(choices)} />;
    case 'words':
      return <TextArrayInput {...list} />;
    case 'photo':
      return <PhotoInput {...input} />;
    case 'yes_no':
      return <BooleanInput {...given} />;
    case 'day':
      return <DateInput {...input} />;
    case 'number':
      return <NumberInput {...input} />;
    case 'text':
      return mayBeEmpty ? (
        <OpenTextInput {...input} multiline={multiline} />
      ) : (
        <TextInput {...input} multiline={multiline} />
      );
  }
}

type RecordInputProps = Pick<InputProps, 'source' | 'label' | 'validate' | 'alwaysOn'> & { reference: string };

/** A choice among the records of a resource, found by their title; where that finds none, their id is asked for. */
function RecordInput({ reference, label, validate, ...given }: RecordInputProps) {
  const by = useResourceDefinitions<ResourceDefinition>()[reference]?.options?.foundBy;
  if (by === undefined) return <IdInput {...given} label={label} validate={validate} />;
  return (
    <ReferenceInput {...given} reference={reference}>
      <AutocompleteInput label={label} validate={validate} filterToQuery={(sought: string) => ({ [by]: sought })} />
    </ReferenceInput>
  );
}
