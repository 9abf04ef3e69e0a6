import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import { anyApi, fileOf, once, type NamedFile } from './http';
import type { AnyPath, ResourceName, ViewName, ViewOf } from './schema';

export interface OpsDataProvider extends DataProvider {
  /** Run an action on a record, or make a record when `id` is undefined; the answer is the record as it is then, if
   * it is still there. */
  act: (resource: string, act: Act) => Promise<RaRecord | undefined>;
  /** Take the file that an action on a record leads to; the server writes down who took it and why. */
  takeFile: (resource: string, act: Act) => Promise<NamedFile>;
  /** What a page drawn by hand shows of one record, as the server puts it together. */
  view: <R extends ResourceName, N extends ViewName<R>>(
    resource: R,
    id: Identifier,
    name: N,
    query?: Record<string, string>,
  ) => Promise<ViewOf<R, N>>;
  /** The masked values of a record; the server writes down who looked and why. */
  reveal: (resource: string, id: Identifier, reason: string) => Promise<Record<string, string | null>>;
  /** All that a list finds, as a table; the server writes down who took it away. */
  exportList: (resource: string, params: ListParams) => Promise<NamedFile>;
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

interface Listed {
  data: never[];
  total: number;
  /** There are more than were counted. */
  has_more: boolean;
}

/** What a call answers, which react-admin knows by its own types. */
const answerOf = async <Answer>(asked: Promise<{ data?: unknown }>) => (await asked).data as Answer;

async function list(resource: string, params: ListParams) {
  const { has_more, ...found } = await answerOf<Listed>(
    anyApi.GET(addressOf(resource), { params: { query: queryOf(params) }, ...signalOf(params) }),
  );
  return { ...found, meta: { hasMore: has_more } };
}

const queryOf = ({ pagination, sort, filter }: ListParams) => ({
  page: pagination?.page,
  per_page: pagination?.perPage,
  sort: sort && `${sort.order === 'DESC' ? '-' : ''}${sort.field}`,
  ...filter,
});

const signalOf = ({ signal }: { signal?: AbortSignal | undefined }) => (signal ? { signal } : {});

const addressOf = (...parts: Identifier[]): AnyPath => `/ops/api/${parts.join('/')}`;

const pathOf = (resource: string, { id, action }: Act) =>
  id === undefined ? addressOf(resource) : addressOf(resource, id, 'actions', action);

const bodyOf = ({ values, idempotencyKey }: Act) => ({ body: values, headers: once(idempotencyKey) });

const refused = () => Promise.reject(new Error('Rows are changed by actions only.'));

export const dataProvider: OpsDataProvider = {
  supportAbortSignal: true,
  getList: (resource, params) => list(resource, params),
  getManyReference: (resource, { target, id, filter, ...params }) =>
    list(resource, { ...params, filter: { ...filter, [target]: id } }),
  getOne: async (resource, { id, ...params }) => ({
    data: await answerOf(anyApi.GET(addressOf(resource, id), signalOf(params))),
  }),
  getMany: (resource, { ids, ...params }) =>
    answerOf(anyApi.GET(addressOf(resource), { params: { query: { ids } }, ...signalOf(params) })),
  create: refused,
  update: refused,
  updateMany: refused,
  delete: refused,
  deleteMany: refused,
  act: (resource, act) => answerOf(anyApi.POST(pathOf(resource, act), bodyOf(act))),
  takeFile: (resource, act) => fileOf(anyApi.POST(pathOf(resource, act), { ...bodyOf(act), parseAs: 'blob' })),
  view: (resource, id, name, query = {}) =>
    answerOf(anyApi.GET(addressOf(resource, id, 'views', name), { params: { query } })),
  exportList: (resource, params) =>
    fileOf(anyApi.GET(addressOf(resource, 'export.csv'), { params: { query: queryOf(params) }, parseAs: 'blob' })),
  reveal: (resource, id, reason) => answerOf(anyApi.POST(addressOf(resource, id, 'reveal'), { body: { reason } })),
};
