import type { components, operations, paths } from '../../web/src/api/schema';

export type Schemas = components['schemas'];

/** The body of an error: it has an entry at least. */
export interface ErrorBody {
  detail: [Schemas['ErrorDetail'], ...Schemas['ErrorDetail'][]];
}

/**
 * The JSON of a response, of any shape that the document allows: the status says which. An error alone where
 * the route is known only at runtime.
 */
export type BodyOf<Method extends string, Path extends string> = SuccessOf<
  Method,
  RouteOf<WithoutQuery<Path>>
> &
  ErrorBody;

/** The same of an operation, by its id. */
export type BodyOfOperation<Id extends string> = (Id extends keyof operations
  ? JsonOf<operations[Id]>
  : unknown) &
  ErrorBody;

type SuccessOf<Method extends string, Route extends keyof paths> = [Route] extends [never]
  ? unknown
  : Lowercase<Method> extends keyof paths[Route]
    ? JsonOf<paths[Route][Lowercase<Method>]>
    : unknown;

type JsonOf<Operation> = Operation extends { responses: infer Responses }
  ? AllOf<ContentOf<Responses[Extract<keyof Responses, 200 | 201 | 202>]>>
  : unknown;

type ContentOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;

/** The intersection of the members of a union. */
type AllOf<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer All,
) => void
  ? All
  : never;

/** The path of the document that the path of a request matches. */
type RouteOf<Path extends string> = Path extends keyof paths
  ? Path
  : { [Route in keyof paths]: Matches<Path, Route> extends true ? Route : never }[keyof paths];

type WithoutQuery<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;

type Matches<Path extends string, Route extends string> = Path extends `${infer Given}/${infer GivenRest}`
  ? Route extends `${infer Known}/${infer KnownRest}`
    ? MatchesSegment<Given, Known> extends true
      ? Matches<GivenRest, KnownRest>
      : false
    : false
  : Route extends `${string}/${string}`
    ? false
    : MatchesSegment<Path, Route>;

/** A parameter matches anything; a literal matches itself, and what may begin with it: a query can follow. */
type MatchesSegment<Given extends string, Known extends string> = Known extends `{${string}}`
  ? true
  : string extends Given
    ? false
    : Known extends Given
      ? true
      : false;
