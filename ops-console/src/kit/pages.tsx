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
import { CountedPages } from './counted-pages';
import { ExportButton } from './export-button';
import { RevealProvider } from './masked-field';
import { WithRelatedLists, type Related } from './related-lists';
import { momentInWords } from './times';

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
          <SimpleShowLayout className="facts">{children}</SimpleShowLayout>
        </WithRelatedLists>
      </RevealProvider>
    </Show>
  );
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function RecordTitle({ source }: { source: string }) {
  const record = useRecordContext<Record<string, string | undefined> & { id: string }>();
  const title = record?.[source];
  return <>{title !== undefined && MOMENT.test(title) ? momentInWords(title) : title}</>;
}
