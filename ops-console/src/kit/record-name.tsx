import { ColumnField } from './columns';
import { columnsOf, type ResourceDefinition } from './definition';

/** What names a record, in one line: its columns without the dress that they wear in a list. */
export const RecordName = ({ of }: { of: ResourceDefinition }) => (
  <span className="record-name">
    {columnsOf(of, [of.title].flat()).map((column) => (
      <ColumnField key={column.source} of={column} link={false} />
    ))}
  </span>
);
