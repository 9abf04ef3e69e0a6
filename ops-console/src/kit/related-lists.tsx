import { Tab, Tabs } from '@mui/material';
import { useState, type ReactNode } from 'react';
import {
  DataTable,
  ReferenceManyField,
  usePermissions,
  useResourceContext,
  useResourceDefinitions,
  useTranslate,
} from 'react-admin';
import { ListColumns } from './columns';
import { CountedPages } from './counted-pages';
import type { ResourceDefinition } from './definition';

/** Records of another resource that refer to the one on the page by their column `target`. */
interface Related {
  resource: ResourceDefinition;
  target: string;
}

/** The facts of a record, and beside them the lists of what belongs to it, as far as the person may see them. */
export function WithRelatedLists({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(0);
  const translate = useTranslate();
  const lists = useRelated();
  const labelOf = useLabels(lists);
  const allowed = useAllowed(lists);
  const beside = allowed.filter(({ resource }) => !resource.amongFacts);
  const list = beside[open - 1];
  const facts = (
    <>
      {children}
      {allowed.map((one) =>
        one.resource.amongFacts ? (
          <section key={one.resource.name} className="among-facts">
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
          <Tab key={`${one.resource.name} ${one.target}`} label={labelOf(one)} />
        ))}
      </Tabs>
      {list ? <RelatedList key={`${list.resource.name} ${list.target}`} {...list} label={labelOf(list)} /> : facts}
    </>
  );
}

/** What refers to the resource of the page, in the order in which the resources are registered. */
function useRelated(): readonly Related[] {
  const name = useResourceContext();
  const definitions = useResourceDefinitions<ResourceDefinition>();
  return Object.values(definitions).flatMap(({ options: resource }) =>
    resource
      ? resource.columns
          .filter(({ related, reference }) => related && reference === name)
          .map(({ source }) => ({ resource, target: source }))
      : [],
  );
}

function useAllowed(lists: readonly Related[]): readonly Related[] {
  const { permissions } = usePermissions<readonly string[]>();
  return lists.filter(({ resource }) => permissions?.includes(resource.permission));
}

/** A list is called as its resource; where two of one resource stand beside each other, their columns tell them apart. */
function useLabels(lists: readonly Related[]): (list: Related) => string {
  const translate = useTranslate();
  return ({ resource: { name }, target }) => {
    const title = translate(`resources.${name}.name`);
    const isAlone = lists.filter(({ resource }) => resource.name === name).length === 1;
    return isAlone ? title : `${title} · ${translate(`resources.${name}.fields.${target}`)}`;
  };
}

function RelatedList({ resource, target, label }: Related & { label: string }) {
  const translate = useTranslate();
  return (
    <ReferenceManyField
      reference={resource.name}
      target={target}
      sort={resource.sort}
      perPage={25}
      pagination={resource.amongFacts ? null : <CountedPages />}
    >
      <section className="table" aria-label={label}>
        <DataTable
          bulkActionButtons={false}
          rowClick="show"
          empty={<p className="empty">{translate('ops.nothing')}</p>}
        >
          <ListColumns of={resource.columns} />
        </DataTable>
      </section>
    </ReferenceManyField>
  );
}
