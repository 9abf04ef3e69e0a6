import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import { call, callFile } from './http';

interface Listed {
  data: never[];
  total: number;
  /** There are more than were counted. */
  has_more: boolean;
}

export interface OpsDataProvider extends DataProvider {
  /** Run an action on a record, or make a record when `id` is undefined; the answer is the record as it is then, if
   * it is still there. */
  act: (resource: string, act: Act) => Promise<RaRecord | undefined>;
  /** Take the file that an action on a record leads to; the server writes down who took it and why. */
  takeFile: (resource: string, act: Act) => Promise<NamedFile>;
  /** What a page drawn by hand shows of one record, as the server puts it together. */
  view: <Shown>(resource: string, id: Identifier, name: string, query?: Record<string, string>) => Promise<Shown>;
  /** The masked values of a record; the server writes down who looked and why. */
  reveal: (resource: string, id: Identifier, reason: string) => Promise<Record<string, string | null>>;
  /** All that a list finds, as a table; the server writes down who took it away. */
  exportList: (resource: string, params: ListParams) => Promise<NamedFile>;
}

export interface NamedFile {
  name: string;
  content: Blob;
}

export interface Act {
  action: string;
  id: Identifier | undefined;
  values: unknown;
  idempotencyKey: string;
}

export interface ListParams {
  pagination?: { page: number; perPage: number };
  sort?: { field: string; order: string };
  filter?: Record<string, string | boolean | null | undefined>;
  signal?: AbortSignal;
}

async function list(resource: string, params: ListParams) {
  const { signal } = params;
  const path = `/${resource}?${queryOf(params)}`;
  const { has_more, ...found } = await call<Listed>(path, signal ? { signal } : {});
  return { ...found, meta: { hasMore: has_more } };
}

function queryOf({ pagination, sort, filter = {} }: ListParams) {
  const query = new URLSearchParams();
  if (pagination) {
    query.set('page', String(pagination.page));
    query.set('per_page', String(pagination.perPage));
  }
  if (sort) query.set('sort', `${sort.order === 'DESC' ? '-' : ''}${sort.field}`);
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query;
}

const requestOf = ({ values, idempotencyKey }: Act) => ({ method: 'POST' as const, body: values, idempotencyKey });

const refused = () => Promise.reject(new Error('Rows are changed by actions only.'));

export const dataProvider: OpsDataProvider = {
  supportAbortSignal: true,
  getList: (resource, params) => list(resource, params),
  getManyReference: (resource, { target, id, filter, ...params }) =>
    list(resource, { ...params, filter: { ...filter, [target]: id } }),
  getOne: async (resource, { id, signal }) => ({ data: await call(`/${resource}/${id}`, signal ? { signal } : {}) }),
  getMany: async (resource, { ids, signal }) => {
    const query = new URLSearchParams(ids.map((id) => ['ids', String(id)]));
    return call(`/${resource}?${query}`, signal ? { signal } : {});
  },
  create: refused,
  update: refused,
  updateMany: refused,
  delete: refused,
  deleteMany: refused,
  act: (resource, act) =>
    call(act.id === undefined ? `/${resource}` : `/${resource}/${act.id}/actions/${act.action}`, requestOf(act)),
  takeFile: (resource, act) => callFile(`/${resource}/${act.id}/actions/${act.action}`, requestOf(act)),
  view: (resource, id, name, query = {}) => call(`/${resource}/${id}/views/${name}?${new URLSearchParams(query)}`),
  exportList: (resource, params) => callFile(`/${resource}/export.csv?${queryOf(params)}`),
  reveal: (resource, id, reason) => call(`/${resource}/${id}/reveal`, { method: 'POST', body: { reason } }),
};
