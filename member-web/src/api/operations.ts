import type { paths } from './schema.gen';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type Values = Record<string, unknown>;

/** The paths below /api/v1, as the server's OpenAPI document has them. */
type Routes = { [P in keyof paths as P extends `/api/v1${infer Short}` ? Short : never]: paths[P] };
type Path<M extends Method> = { [P in keyof Routes]: Routes[P] extends Record<M, object> ? P : never }[keyof Routes];

/** Calls an operation of the document, from which follow its parameters, its body and its answer. */
export type Call<M extends Method> = <P extends Path<M>>(
  path: P,
  ...options: Argument<Options<Routes[P][M]>>
) => Promise<Answer<Routes[P][M]>>;

export interface CommonOptions {
  signal?: AbortSignal;
  /** One key for each thing the member does; a new one is made when none is given. */
  idempotencyKey?: string;
}

type Options<Operation> = Operation extends { parameters: infer Parameters extends { path?: Values; query?: Values } }
  ? CommonOptions & Pick<Parameters, 'path' | 'query'> & Body<Operation>
  : never;

/** An argument that may be left out where all in it may. */
type Argument<T> = Partial<T> extends T ? [argument?: T] : [argument: T];

type Body<Operation> = Operation extends { requestBody: infer Asked } ? { body: Json<Asked, FormData> } : unknown;

type Answer<Operation> = Operation extends { responses: infer All }
  ? Json<All[keyof All & (200 | 201 | 202 | 204)], undefined>
  : never;

type Json<Part, Else> = Part extends { content: { 'application/json': infer Value } } ? Value : Else;
