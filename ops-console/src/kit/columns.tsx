import type { ComponentType } from 'react';
import { DataTable, NumberField, ReferenceField, TextField } from 'react-admin';
import type { Column } from './definition';
import {
  BadgeField,
  BadgesField,
  DayField,
  InstantField,
  JsonField,
  LongTextField,
  MoneyField,
  PictureField,
  WordsField,
  YesNoField,
} from './fields';
import { ActorField, ChoiceField, CountryField, ListNameField } from './key-fields';
import { MaskedField } from './masked-field';

/** How many columns a phone shows. */
const NARROW = 3;
/** How many a window of 1280 pixels shows; the others come with more room. */
const WIDE = 8;

const FIELDS: Record<Exclude<Column['kind'], 'reference'>, ComponentType<{ source: string }>> = {
  text: TextField,
  id: TextField,
  long_text: LongTextField,
  json: JsonField,
  words: WordsField,
  picture: PictureField,
  number: NumberField,
  money: MoneyField,
  instant: InstantField,
  day: DayField,
  yes_no: YesNoField,
  badge: BadgeField,
  badges: BadgesField,
};

/** Texts that are keys, in words. */
const MEANINGS = { country: CountryField, actor: ActorField, choice: ChoiceField, list: ListNameField };

interface ColumnFieldProps {
  of: Column;
  /** A name that stands in a link already has none of its own. */
  link?: 'show' | false;
}

/** The value of a column in the record at hand. */
export function ColumnField({ of: { source, kind, means, reference, masked }, link = 'show' }: ColumnFieldProps) {
  if (masked) return <MaskedField source={source} />;
  if (kind === 'reference') return <ReferenceField source={source} reference={reference ?? ''} link={link} />;
  const Field = means ? MEANINGS[means] : FIELDS[kind];
  return <Field source={source} />;
}

/** The columns of a list, wherever it stands. */
export const ListColumns = ({ of }: { of: readonly Column[] }) =>
  of
    .filter(({ unlisted }) => !unlisted)
    .map((column, at) => (
      <DataTable.Col
        key={column.source}
        source={column.source}
        className={at < NARROW ? undefined : at < WIDE ? 'wide' : 'wider'}
        align={column.kind === 'number' || column.kind === 'money' ? 'right' : undefined}
        disableSort={!column.sortable}
      >
        <ColumnField of={column} />
      </DataTable.Col>
    ));
