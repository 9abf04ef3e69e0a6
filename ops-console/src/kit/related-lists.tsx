import { Tab, Tabs } from '@mui/material';
import { useState, type ComponentType, type ReactNode } from 'react';
import {
  DataTable,
  ReferenceManyField,
  useResourceDefinitions,
  usePermissions,
  useTranslate,
  type SortPayload,
} from 'react-admin';
import { CountedPages } from './counted-pages';

/** Records of another resource that refer to the one on the page by their column `target`. */
export interface Related {
  reference: string;
  target: string;
  sort: SortPayload;
  /** They are few, so they stand below the facts instead of beside them. */
  amongFacts?: boolean;
}

/** What a resource is registered with, for the lists of it on other pages. */
export interface ListOptions {
  columns: ComponentType;
  permission: string;
}

/** The facts of a record, and beside them the lists of what belongs to it, as far as the person may see them. */
export function WithRelatedLists({ lists, children }: { lists: readonly Related[]; children: ReactNode }) {
  const [open, setOpen] = useState(0);
  const translate = useTranslate();
  const labelOf = useLabels(lists);
  const allowed = useAllowed(lists);
  const beside = allowed.filter(({ amongFacts }) => !amongFacts);
  const list = beside[open - 1];
  const facts = (
    <>
      {children}
      {allowed.map((one) =>
        one.amongFacts ? (
          <section key={one.reference} className="among-facts">
            <h2>{labelOf(one)}</h2>
            <RelatedList {...one} label={labelOf(one)} />
          </section>
        ) : null,
      )}
    </>
  );

  if (beside.length === 0) return facts;
  return (
    <>
      <Tabs
        value={open}
        onChange={(_, next: number) => setOpen(next)}
        variant="scrollable"
        allowScrollButtonsMobile
        className="related"
      >
        <Tab label={translate('ops.facts')} />
        {beside.map((one) => (
          <Tab key={`${one.reference} ${one.target}`} label={labelOf(one)} />
        ))}
      </Tabs>
      {list ? <RelatedList key={`${list.reference} ${list.target}`} {...list} label={labelOf(list)} /> : facts}
    </>
  );
}

function useAllowed(lists: readonly Related[]): readonly Related[] {
  const { permissions } = usePermissions<readonly string[]>();
  const definitions = useResourceDefinitions<ListOptions>();
  return lists.filter(({ reference }) => permissions?.includes(definitions[reference]?.options?.permission ?? ''));
}

/** A list is called as its resource; where two of one resource stand beside each other, their columns tell them apart. */
function useLabels(lists: readonly Related[]): (list: Related) => string {
  const translate = useTranslate();
  return ({ reference, target }) => {
    const name = translate(`resources.${reference}.name`);
    const isAlone = lists.filter((other) => other.reference === reference).length === 1;
    return isAlone ? name : `${name}: ${translate(`resources.${reference}.fields.${target}`).toLowerCase()}`;
  };
}

function RelatedList({ reference, target, sort, amongFacts = false, label }: Related & { label: string }) {
  const Columns = useResourceDefinitions<ListOptions>()[reference]?.options?.columns;
  const translate = useTranslate();
  if (!Columns) return null;
  return (
    <ReferenceManyField
      reference={reference}
      target={target}
      sort={sort}
      perPage={25}
      pagination={amongFacts ? null : <CountedPages />}
    >
      <section className="table" aria-label={label}>
        <DataTable
          bulkActionButtons={false}
          rowClick="show"
          empty={<p className="empty">{translate('ops.nothing')}</p>}
        >
          <Columns />
        </DataTable>
      </section>
    </ReferenceManyField>
  );
}
