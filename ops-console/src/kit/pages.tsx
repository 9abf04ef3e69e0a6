import type { ReactElement, ReactNode } from 'react';
import {
  DataTable,
  FilterButton,
  List,
  Show,
  SimpleShowLayout,
  TopToolbar,
  useListContext,
  useRecordContext,
  type SortPayload,
} from 'react-admin';
import { RevealProvider } from './masked-field';

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
  children: ReactNode;
}

/** The page of one record: its fields are the children. */
export function ResourceShow({ title, reveal, actions, children }: ResourceShowProps) {
  return (
    <Show title={<RecordTitle source={title} />} actions={actions ? <TopToolbar>{actions}</TopToolbar> : false}>
      <RevealProvider permission={reveal}>
        <SimpleShowLayout className="facts">{children}</SimpleShowLayout>
      </RevealProvider>
    </Show>
  );
}

function RecordTitle({ source }: { source: string }) {
  const record = useRecordContext<Record<string, string | undefined> & { id: string }>();
  return <>{record?.[source]}</>;
}
