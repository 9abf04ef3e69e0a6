import type { ComponentType } from 'react';

/** What the generator says of a resource. */
export interface ResourceDefinition {
  name: string;
  /** The column that names a record. */
  title: string;
  permission: string;
  icon: ComponentType;
  list: ComponentType;
  show: ComponentType;
}
