import type { ComponentType } from 'react';

/** The parts of the menu, in their order. */
export const GROUPS = ['overview', 'cases', 'people', 'money', 'house', 'engine', 'staff'] as const;

/** What the generator says of a resource. */
export interface ResourceDefinition {
  name: string;
  /** The column that names a record. */
  title: string;
  group: (typeof GROUPS)[number];
  permission: string;
  icon: ComponentType;
  /** The columns of its list, wherever that stands. */
  columns: ComponentType;
  list: ComponentType;
  show: ComponentType;
}
