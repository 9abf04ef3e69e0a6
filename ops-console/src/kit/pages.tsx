import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import {
  DataTable,
  FilterButton,
  List,
  Show,
  SimpleShowLayout,
  TopToolbar,
  useFieldValue,
  useListContext,
  useRecordContext,
  type SortPayload,
} from 'react-admin';
import { CountedPages } from './counted-pages';
import { ExportButton } from './export-button';
import { RevealProvider } from './masked-field';
import { WithRelatedLists, type Related } from './related-lists';
import { titleInWords } from './times';

interface ResourceListProps {
  sort: SortPayload;
  filters?: ReactElement[];
  actions?: ReactNode;
  children: ReactNode;
}

/** The list of a resource: its columns are the children. */
export function ResourceList({ sort, filters, actions, children }: ResourceListProps) {
  return (
    <List
      sort={sort}
      perPage={25}
      filters={filters}
      actions={<ListToolbar hasMore={filters?.some(isAdded) ?? false}>{actions}</ListToolbar>}
      exporter={false}
      pagination={<CountedPages />}
      empty={false}
    >
      <ListTable>{children}</ListTable>
    </List>
  );
}

/** Whether a filter is added by a button instead of standing open. */
const isAdded = (filter: ReactElement) => !(filter.props as { alwaysOn?: boolean }).alwaysOn;

function ListToolbar({ hasMore, children }: { hasMore: boolean; children: ReactNode }) {
  return (
    <TopToolbar>
      {hasMore ? <FilterButton /> : null}
      <ExportButton />
      {children}
    </TopToolbar>
  );
}

function ListTable({ children }: { children: ReactNode }) {
  const { defaultTitle } = useListContext();
  return (
    <section className="table" aria-label={String(defaultTitle)}>
      <DataTable bulkActionButtons={false} rowClick="show">
        {children}
      </DataTable>
    </section>
  );
}

interface ResourceShowProps {
  /** The column that names the record. */
  title: string;
  /** The permission to see what is masked. */
  reveal?: string;
  actions?: ReactNode;
  related?: readonly Related[];
  children: ReactNode;
}

const NOTHING: readonly Related[] = [];

/** The page of one record: its fields are the children. */
export function ResourceShow({ title, reveal, actions, related = NOTHING, children }: ResourceShowProps) {
  return (
    <Show title={<RecordTitle source={title} />} actions={actions ? <TopToolbar>{actions}</TopToolbar> : false}>
      <RevealProvider permission={reveal}>
        <WithRelatedLists lists={related}>
          <SimpleShowLayout className="facts">{Children.map(children, factOf)}</SimpleShowLayout>
        </WithRelatedLists>
      </RevealProvider>
    </Show>
  );
}

const factOf = (field: ReactNode) =>
  isValidElement<{ source: string }>(field) ? <Fact source={field.props.source}>{field}</Fact> : field;

/** A field that shows that it is empty, or else its value. */
function Fact({ source, children }: { source: string; children: ReactNode }) {
  const value: unknown = useFieldValue<Record<string, unknown>>({ source });
  const isEmpty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? <span>—</span> : children;
}

function RecordTitle({ source }: { source: string }) {
  const record = useRecordContext<Record<string, string | undefined> & { id: string }>();
  const title = record?.[source];
  return <>{title === undefined ? null : titleInWords(title)}</>;
}
