import type { ComponentType } from 'react';

interface RecordNameProps {
  /** Draws the columns that name the record. */
  of: ComponentType;
}

/** What names a record, in one line: its columns without the dress that they wear in a list. */
export const RecordName = ({ of: Columns }: RecordNameProps) => (
  <span className="record-name">
    <Columns />
  </span>
);

/** How react-admin names the records of a resource. */
export const representationOf = (title: string | ComponentType) =>
  typeof title === 'string' ? title : <RecordName of={title} />;
