import type { components, paths } from './api.gen';

/** What the API answers, by the names of its OpenAPI document. */
export type Schemas = components['schemas'];

/** The resources, by which react-admin knows them; a record has the name of its resource. */
export type ResourceName = Extract<keyof Schemas, `${string}.${string}`>;
export type RecordOf<R extends ResourceName> = Schemas[R];

type Below<Start extends string> = keyof paths extends infer P
  ? P extends `${Start}${infer Name}`
    ? Name
    : never
  : never;
type Json<Part> = Part extends { content: { 'application/json': infer Value } } ? Value : never;

export type SignedIn = Schemas['SignedIn'];

/** Password and code, which a person shows again. */
export type Proof = Json<paths['/ops/api/session/confirm']['post']['requestBody']>;
export type SignIn = Json<paths['/ops/api/session']['post']['requestBody']>;

/** The views of a resource, and what each answers. */
export type ViewName<R extends ResourceName> = Below<`/ops/api/${R}/{record_id}/views/`>;
export type ViewOf<R extends ResourceName, N extends string> =
  paths extends Record<`/ops/api/${R}/{record_id}/views/${N}`, { get: { responses: { 200: infer Shown } } }>
    ? Json<Shown>
    : never;

/** The actions on a record of a resource, and the form of each. */
export type ActionName<R extends ResourceName> = Below<`/ops/api/${R}/{record_id}/actions/`>;
export type FormOf<R extends ResourceName, A extends string> =
  paths extends Record<`/ops/api/${R}/{record_id}/actions/${A}`, { post: { requestBody: infer Form } }>
    ? Json<Form>
    : never;
/** The form of the action that makes a record. */
export type NewOf<R extends ResourceName> =
  paths extends Record<`/ops/api/${R}`, { post: { requestBody: infer Form } }> ? Json<Form> : never;

interface AnyOperation {
  parameters: { query?: Record<string, unknown> };
  requestBody?: { content: { 'application/json': unknown } };
  responses: { 200: { content: { 'application/json': unknown } } };
}
export type AnyPath = `/ops/api/${string}`;
export type AnyPaths = Record<AnyPath, { get: AnyOperation; post: AnyOperation }>;
