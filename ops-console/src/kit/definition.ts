import type { ComponentType } from 'react';

/** The parts of the menu below the desks, in their order. */
export const GROUPS = ['cases', 'people', 'money', 'house', 'engine', 'staff'] as const;

/** What somebody types to find one record. */
export type Word = 'id' | 'address' | 'number' | 'code' | 'name';

/** What may be begun from anywhere: an action with words and a permission of its own. */
export interface Beginning {
  action: string;
  permission: string;
}

/** What the generator says of a resource. */
export interface ResourceDefinition {
  name: string;
  /** The text that names a record, or what draws its name of several columns. */
  title: string | ComponentType;
  group: (typeof GROUPS)[number];
  permission: string;
  /** What the list is asked by to find one record, each with what is typed for it. */
  finds?: Readonly<Record<string, Word>>;
  /** What makes a record. */
  begins?: Beginning;
  icon: ComponentType;
  /** The columns of its list, wherever that stands. */
  columns: ComponentType;
  list: ComponentType;
  show: ComponentType;
}
