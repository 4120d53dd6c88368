import type { paths } from './schema.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Every operation of the API, for example `GET /v1/experiments/{experiment_id}`. */
export type OperationName = {
  [Path in keyof paths]: {
    [Verb in Method]: paths[Path][Verb] extends undefined ? never : `${Uppercase<Verb>} ${Path}`;
  }[Method];
}[keyof paths];

type Operation<Name extends OperationName> = Name extends `${infer Verb} ${infer Path extends keyof paths}`
  ? Lowercase<Verb> extends infer Key extends keyof paths[Path]
    ? paths[Path][Key]
    : never
  : never;

/** Lets optional fields be undefined, which is not sent. */
type Loose<Fields> = {
  [Key in keyof Fields]: Fields[Key] | (Record<never, never> extends Pick<Fields, Key> ? undefined : never);
};

type PathInput<Op> = Op extends { parameters: { path: infer Path } } ? { path: Path } : unknown;

type QueryInput<Op> = Op extends { parameters: { query: infer Query } }
  ? { query: Loose<Query> }
  : Op extends { parameters: { query?: infer Query } }
    ? [Query] extends [undefined]
      ? unknown
      : { query?: Loose<Query> }
    : unknown;

type BodyInput<Op> = Op extends { requestBody: { content: infer Content } }
  ? {
      body:
        | (Content extends { 'application/json': infer Body } ? Loose<Body> : never)
        | (Content extends { 'application/x-ndjson': unknown } ? Uint8Array : never);
    }
  : unknown;

/** What an operation is called with: the parameters of its path, its query and its body. */
export type OperationInput<Name extends OperationName> = PathInput<Operation<Name>> &
  QueryInput<Operation<Name>> &
  BodyInput<Operation<Name>>;

export type QueryOf<Name extends OperationName> =
  QueryInput<Operation<Name>> extends { query?: infer Query } ? NonNullable<Query> : never;

export type BodyOf<Name extends OperationName> =
  Operation<Name> extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Loose<Body>
    : never;

type ContentOf<Response> = Response extends { content: { 'application/json': infer Body } }
  ? Body
  : Response extends { content: infer Content extends object }
    ? string | (Content extends { 'application/vnd.apache.parquet': unknown } ? Uint8Array : never)
    : null;

type ResponseOf<Responses> = ContentOf<Responses[keyof Responses]>;

/** The response of an operation; null where it has no body. */
export type OperationOutput<Name extends OperationName> =
  Operation<Name> extends { responses: infer Responses } ? ResponseOf<Responses> : never;

/** The operations that respond with a page of a list. */
export type ListName = {
  [Name in OperationName]: OperationOutput<Name> extends { items: unknown[] }
    ? QueryOf<Name> extends { cursor?: string | null | undefined }
      ? Name
      : never
    : never;
}[OperationName];

export type PageOf<Name extends ListName> = OperationOutput<Name> & { items: ItemOf<Name>[] };

export type ItemOf<Name extends ListName> =
  OperationOutput<Name> extends { items: (infer Item)[] } ? Item : never;
