import { Children, isValidElement, type ComponentType, type ReactElement, type ReactNode } from 'react';
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
  useResourceContext,
  useShowContext,
  useTranslate,
  type SortPayload,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { problemOf } from '@/providers/http';
import { CountedPages } from './counted-pages';
import { EmptyList } from './empty-list';
import { ExportButton } from './export-button';
import { Failed } from './failed';
import { isEmpty } from './fields';
import { RevealProvider } from './masked-field';
import { RecordName } from './record-name';
import { WithRelatedLists, type Related } from './related-lists';
import './pages.css';

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
      error={<FailedList />}
      queryOptions={SAID_ON_THE_PAGE}
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

/** A failure stands where the records would, so no notice tells it, and nobody is led away from the page. */
const SAID_ON_THE_PAGE = { onError: () => undefined };

function FailedList() {
  const { error, refetch } = useListContext();
  return <Failed error={error} onRetry={() => void refetch()} />;
}

function ListTable({ children }: { children: ReactNode }) {
  const { defaultTitle } = useListContext();
  return (
    <section className="table" aria-label={String(defaultTitle)}>
      <DataTable bulkActionButtons={false} rowClick="show" empty={<EmptyList />}>
        {children}
      </DataTable>
    </section>
  );
}

interface ResourceShowProps {
  /** The text that names the record, or what draws its name of several columns. */
  title: string | ComponentType;
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
    <Show
      title={<RecordTitle of={title} />}
      actions={<ShowToolbar>{actions}</ShowToolbar>}
      error={<FailedRecord />}
      queryOptions={SAID_ON_THE_PAGE}
    >
      <RevealProvider permission={reveal}>
        <WithRelatedLists lists={related}>
          <SimpleShowLayout className="facts">{Children.map(children, factOf)}</SimpleShowLayout>
        </WithRelatedLists>
      </RevealProvider>
    </Show>
  );
}

/** The way back to the list, and what can be done about the record. */
function ShowToolbar({ children }: { children: ReactNode }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  return (
    <TopToolbar>
      <Link to={`/${resource}`} className="trail">
        {translate(`resources.${resource}.name`)}
      </Link>
      {children}
    </TopToolbar>
  );
}

function FailedRecord() {
  const { error, refetch } = useShowContext();
  const translate = useTranslate();
  if (problemOf(error)?.status === 404) return <p className="empty">{translate('ops.no_record')}</p>;
  return <Failed error={error} onRetry={() => void refetch()} />;
}

const factOf = (field: ReactNode) =>
  isValidElement<{ source: string }>(field) ? <Fact source={field.props.source}>{field}</Fact> : field;

/** A field that shows that it is empty, or else its value. */
function Fact({ source, children }: { source: string; children: ReactNode }) {
  const value: unknown = useFieldValue<Record<string, unknown>>({ source });
  return isEmpty(value) ? <span>—</span> : children;
}

/** What the record is called; while it is not there, what its list is called. */
function RecordTitle({ of }: { of: string | ComponentType }) {
  const record = useRecordContext<Record<string, string> & { id: string }>();
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  if (!record) return <>{translate(`resources.${resource}.name`)}</>;
  return typeof of === 'string' ? <>{record[of]}</> : <RecordName of={of} />;
}
