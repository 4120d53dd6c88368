import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { ErrorCode } from '../errors/app-error';
import type { BodyLimits, RouteAccess } from './body-limits';
import type { Caller, Role, WorkspaceAccess } from './caller';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type AnyObject = z.ZodObject;

/** What a handler is given; the parts that its route did not declare are undefined. */
export interface RouteContext<Params, Query, Body, Access extends RouteAccess> {
  params: Params;
  query: Query;
  body: Body;
  caller: Access extends 'public' ? undefined : Caller;
  workspace: Access extends 'workspace' ? WorkspaceAccess : undefined;
  /** The id for what an idempotent POST creates: a repeated request carries the same one. */
  resourceId: string;
  request: Request;
  response: Response;
  /** Aborted when the client went away. */
  signal: AbortSignal;
  /**
   * The body of a route that `streams`, as bytes, within its `bodyLimits`.
   * @throws AppError body_too_large, unsupported_media_type, request_timeout, server_busy, json_invalid
   */
  readBytes(): Promise<Buffer>;
  /**
   * Reserves what an import holds at a time of a body that its handler reads itself, until the response is closed.
   * @throws AppError server_busy
   */
  reserveImport(bytes: number): Promise<void>;
}

/** One operation: validation, Express route and OpenAPI operation all come from it. */
export interface RouteSpec<
  Params extends AnyObject | undefined = AnyObject | undefined,
  Query extends AnyObject | undefined = AnyObject | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Result extends z.ZodType | null = z.ZodType | null,
  Access extends RouteAccess = RouteAccess,
> {
  operationId: string;
  summary: string;
  description?: string;
  tag: string;
  method: Method;
  /** OpenAPI form, `{id}` becomes `:id` for Express. */
  path: string;
  access: Access;
  /** Least role in the workspace. */
  role?: Role;
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * How the body may be sent. Default: on public routes 4 KiB, not compressed, within 60 s; on others 64 KiB, or
   * MAX_BODY_BYTES in a workspace, after decompression, within five minutes.
   */
  bodyLimits?: Partial<BodyLimits>;
  /** Decides before any of the body is read whether it is; throws an AppError to refuse the request. */
  admit?(request: Request): Promise<void>;
  /** The handler reads the request stream itself; OpenAPI documents these media types for the body. */
  streams?: Record<string, z.ZodType>;
  status: number;
  /** Null: the answer has no body. */
  response: Result;
  /** The response may have megabytes, so that memory for it is reserved before the handler runs. */
  hasLongResponse?: boolean;
  /**
   * The handler writes the answer itself, bit by bit, in these media types; `response` is null. A failure after
   * the first bit cuts the connection.
   */
  streamedResponse?: Record<string, z.ZodType>;
  /** When the handler answers null, which is sent as 204; `response` is nullable then. */
  noContent?: string;
  /** Failures beyond those that every route of its kind can answer. */
  errors?: readonly ErrorCode[];
  /** Failures whose bodies another protocol prescribes, by status; the handler writes them itself. */
  foreignErrors?: Record<number, { description: string; schema: z.ZodType; example: unknown }>;
  /** Stores what callers send, within the limits of the workspace. */
  isIngestion?: boolean;
  /** Honours `Idempotency-Key`. */
  isIdempotent?: boolean;
  /** Bodies hold secrets: error entries never show input. */
  isSensitive?: boolean;
  example?: { request?: unknown; response?: unknown };
  handler(
    context: RouteContext<Parsed<Params>, Parsed<Query>, Parsed<Body>, Access>,
  ): Promise<Result extends z.ZodType ? z.input<Result> : void>;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A route whose types are erased, as the app and the OpenAPI writer handle them. */
export type Route = Omit<RouteSpec, 'handler'> & {
  handler(context: RouteContext<unknown, unknown, unknown, RouteAccess>): Promise<unknown>;
};

/** Declares a route; the handler's argument and result types follow from the schemas. */
export function defineRoute<
  Access extends RouteAccess,
  Result extends z.ZodType | null,
  Params extends AnyObject | undefined = undefined,
  Query extends AnyObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(spec: RouteSpec<Params, Query, Body, Result, Access>): Route {
  return spec as unknown as Route;
}
