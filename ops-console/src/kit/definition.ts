import type { ComponentType } from 'react';
import type { SortPayload } from 'react-admin';

/** The parts of the menu below the desks, in their order. */
export const GROUPS = ['cases', 'people', 'money', 'sites', 'engine', 'staff'] as const;

/** What somebody types to find one record. */
export type Word = 'id' | 'address' | 'number' | 'code' | 'name';

/** What may be begun from anywhere: an action with words and a permission of its own. */
export interface Beginning {
  action: string;
  permission: string;
}

/** One value of a record. */
export interface Column {
  source: string;
  kind:
    | 'text'
    | 'id'
    | 'long_text'
    | 'json'
    | 'words'
    | 'picture'
    | 'number'
    | 'money'
    | 'instant'
    | 'day'
    | 'yes_no'
    | 'badge'
    | 'badges'
    | 'reference';
  /** What a text that is a key stands for. */
  means?: 'country' | 'actor' | 'choice' | 'list';
  /** The resource whose record it names. */
  reference?: string;
  /** The page of the record that it names lists these. */
  related?: boolean;
  /** What a filter offers. */
  choices?: readonly string[];
  masked?: boolean;
  sortable?: boolean;
  /** It stands on the record's own page only. */
  unlisted?: boolean;
}

/** One value that an action's form asks for. */
export interface FormField {
  source: string;
  kind: 'text' | 'number' | 'day' | 'yes_no' | 'choice' | 'choices' | 'words' | 'photo' | 'reference';
  reference?: string;
  choices?: readonly string[];
  required?: boolean;
  /** Where nothing is given, an empty text or an empty list is sent. */
  mayBeEmpty?: boolean;
  min?: number;
  multiline?: boolean;
}

/** Something that staff may do. */
export interface Action extends Beginning {
  /** It asks before it is done. */
  confirm?: boolean;
  danger?: boolean;
  /** The form begins with what the record holds. */
  prefilled?: boolean;
  /** It leads to a file instead of a record. */
  file?: boolean;
  /** What a record must hold; the server refuses it for others. */
  when?: { source: string; values: readonly unknown[] };
  fields?: readonly FormField[];
}

/** What the generator says of a resource. */
export interface ResourceDefinition {
  name: string;
  /** The text that names a record, or the columns that do it together. */
  title: string | readonly string[];
  group: (typeof GROUPS)[number];
  icon: ComponentType;
  permission: string;
  /** The permission to see what is masked. */
  reveal?: string;
  /** What the list is asked by to find one record, each with what is typed for it. */
  finds?: Readonly<Record<string, Word>>;
  /** The text by a part of which a record is chosen; without one it is by its id. */
  foundBy?: string;
  sort: SortPayload;
  /** A record has few of these that refer to it, so they stand below its facts instead of beside them. */
  amongFacts?: boolean;
  columns: readonly Column[];
  /** The columns that the list is searched by. */
  filters?: readonly string[];
  /** What makes a record. */
  begins?: Action;
  /** What may be done about a record. */
  actions?: readonly Action[];
}

/** Columns by name, in the order of the names. */
export const columnsOf = ({ columns }: ResourceDefinition, names: readonly string[]) =>
  names.flatMap((name) => columns.filter(({ source }) => source === name));
