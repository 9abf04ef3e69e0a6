import { useMemo, type ReactElement, type ReactNode } from 'react';
import {
  DataTable,
  FilterButton,
  List,
  Resource,
  Show,
  SimpleShowLayout,
  TopToolbar,
  useFieldValue,
  useListContext,
  useRecordContext,
  useResourceContext,
  useShowContext,
  useTranslate,
} from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { problemOf } from '@/providers/http';
import { ActionButton } from './action-button';
import { ColumnField, ListColumns } from './columns';
import { CountedPages } from './counted-pages';
import type { Column, ResourceDefinition } from './definition';
import { EmptyList } from './empty-list';
import { ExportButton } from './export-button';
import { Failed } from './failed';
import { isEmpty } from './fields';
import { filtersOf } from './inputs';
import { RevealProvider } from './masked-field';
import { RecordName } from './record-name';
import { WithRelatedLists } from './related-lists';
import './pages.css';

/** A resource as react-admin registers it; the lists of it on other pages, and the choices of its records, read `options`. */
export const resourceOf = (definition: ResourceDefinition) => (
  <Resource
    key={definition.name}
    name={definition.name}
    icon={definition.icon}
    list={<ResourceList of={definition} />}
    show={<ResourceShow of={definition} />}
    recordRepresentation={typeof definition.title === 'string' ? definition.title : <RecordName of={definition} />}
    options={definition}
  />
);

function ResourceList({ of }: { of: ResourceDefinition }) {
  const filters = useMemo(() => (of.filters ? filtersOf(of) : undefined), [of]);
  return (
    <List
      sort={of.sort}
      perPage={25}
      filters={filters}
      actions={
        <ListToolbar hasMore={filters?.some(isAdded) ?? false}>
          {of.begins ? <ActionButton of={of.begins} creates /> : null}
        </ListToolbar>
      }
      exporter={false}
      pagination={<CountedPages />}
      empty={false}
      error={<FailedList />}
      queryOptions={SAID_ON_THE_PAGE}
    >
      <ListTable>
        <ListColumns of={of.columns} />
      </ListTable>
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

/** The page of one record; another record's begins afresh, with its own masks and at its own facts. */
function ResourceShow({ of }: { of: ResourceDefinition }) {
  const { id } = useParams();
  return (
    <Show
      key={id}
      title={<RecordTitle of={of} />}
      actions={
        <ShowToolbar>
          {of.actions?.map((action) => (
            <ActionButton key={action.action} of={action} />
          ))}
        </ShowToolbar>
      }
      error={<FailedRecord />}
      queryOptions={SAID_ON_THE_PAGE}
    >
      <RevealProvider permission={of.reveal}>
        <WithRelatedLists>
          <SimpleShowLayout className="facts">
            {of.columns.map((column) => (
              <Fact key={column.source} source={column.source} of={column} />
            ))}
          </SimpleShowLayout>
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

/** A field that shows that it is empty, or else its value; react-admin makes its label of `source`. */
function Fact({ source, of }: { source: string; of: Column }) {
  const value: unknown = useFieldValue<Record<string, unknown>>({ source });
  return isEmpty(value) ? <span>—</span> : <ColumnField of={of} />;
}

/** What the record is called; while it is not there, what its list is called. */
function RecordTitle({ of }: { of: ResourceDefinition }) {
  const record = useRecordContext<Record<string, string> & { id: string }>();
  const translate = useTranslate();
  if (!record) return <>{translate(`resources.${of.name}.name`)}</>;
  return typeof of.title === 'string' ? <>{record[of.title]}</> : <RecordName of={of} />;
}
