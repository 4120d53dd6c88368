import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { ErrorCode } from '../errors/app-error';
import type { BodyLimits, RouteAccess } from './body-limits';
import type { Caller, Role, WorkspaceAccess } from './caller';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type AnyObject = z.ZodObject;

/** The argument of a handler; parts that its route does not declare are undefined. */
export interface RouteContext<Params, Query, Body, Access extends RouteAccess> {
  params: Params;
  query: Query;
  body: Body;
  caller: Access extends 'public' ? undefined : Caller;
  workspace: Access extends 'workspace' ? WorkspaceAccess : undefined;
  /** The id for what an idempotent POST creates: a repeated request gets the same one. */
  resourceId: string;
  request: Request;
  response: Response;
  /** Aborted when the client closes the connection. */
  signal: AbortSignal;
  /** NUL and other characters of the body that cannot be stored, which are U+FFFD; 0 if the route is no ingestion. */
  replacedCharacters: number;
  /**
   * The body of a route that `streams`, as bytes, within its `bodyLimits`.
   * @throws AppError body_too_large, unsupported_media_type, request_timeout, server_busy, json_invalid
   */
  readBytes(): Promise<Buffer>;
  /**
   * Reserves memory for an import whose body the handler reads itself, until the response is closed.
   * @throws AppError server_busy
   */
  reserveImport(bytes: number): Promise<void>;
}

/** One operation: the source of validation, Express route and OpenAPI operation. */
export interface RouteSpec<
  Params extends AnyObject | undefined = AnyObject | undefined,
  Query extends AnyObject | undefined = AnyObject | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Result extends z.ZodType | null = z.ZodType | null,
  Access extends RouteAccess = RouteAccess,
> {
  operationId: string;
  summary: string;
  description: string;
  tag: string;
  method: Method;
  /** OpenAPI form, `{id}` becomes `:id` for Express. */
  path: string;
  access: Access;
  /** Also accepts a workspace-scoped key as the password of Basic authentication, for clients of other services. */
  acceptsBasic?: boolean;
  /** Minimum role in the workspace. */
  role?: Role;
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * Limits of the body. Default: on public routes 4 KiB, not compressed, within 60 s; on others 64 KiB, or
   * MAX_BODY_BYTES in a workspace, after decompression, within five minutes.
   */
  bodyLimits?: Partial<BodyLimits>;
  /** Runs before any of the body is read; throws an AppError to reject the request. */
  admit?(request: Request): Promise<void>;
  /** The handler reads the request stream itself; OpenAPI documents these media types for the body. */
  streams?: Record<string, z.ZodType>;
  status: number;
  /** Null: the response has no body. */
  response: Result;
  /** The response may have megabytes, so memory is reserved for it before the handler runs. */
  hasLongResponse?: boolean;
  /**
   * The handler streams the response itself, in these media types; `response` is null. An error after the
   * first byte closes the connection.
   */
  streamedResponse?: Record<string, z.ZodType>;
  /** Headers of a successful response, besides those of every route. */
  responseHeaders?: Record<string, { description: string; schema: { type: string; format?: string } }>;
  /** Description of the 204 that is sent when the handler returns null; `response` is nullable then. */
  noContent?: string;
  /** Errors in addition to those that every route of its kind can respond with. */
  errors?: readonly ErrorCode[];
  /** Errors whose bodies another protocol prescribes, by status; the handler writes them itself. */
  foreignErrors?: Record<number, { description: string; schema: z.ZodType; example: unknown }>;
  /** Stores data that callers send, within the limits of the workspace; bodies are read as `readContent`. */
  isIngestion?: boolean;
  /** Supports `Idempotency-Key`. */
  isIdempotent?: boolean;
  /** Bodies contain secrets: errors never show input. */
  isSensitive?: boolean;
  example?: { request?: unknown; response?: unknown };
  handler(
    context: RouteContext<Parsed<Params>, Parsed<Query>, Parsed<Body>, Access>,
  ): Promise<Result extends z.ZodType ? z.input<Result> : void>;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A route with erased types, as the app and the OpenAPI writer handle it. */
export type Route = Omit<RouteSpec, 'handler'> & {
  handler(context: RouteContext<unknown, unknown, unknown, RouteAccess>): Promise<unknown>;
};

/** Declares a route; the handler's argument and result types are inferred from the schemas. */
export function defineRoute<
  Access extends RouteAccess,
  Result extends z.ZodType | null,
  Params extends AnyObject | undefined = undefined,
  Query extends AnyObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(spec: RouteSpec<Params, Query, Body, Result, Access>): Route {
  return spec as unknown as Route;
}
