import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { inSlice } from '../../../packages/concurrency';
import { AppError, errorCatalog, type Problem, ValidationError } from '../errors/app-error';
import { roleInsufficient } from '../errors/error-templates';
import { setQueryRequest } from '../mongo/time-limit';
import { addressKey } from './address-key';
import { type BodyReader, type Content, type createBodyReader, refuseByHeaders } from './body';
import { bodyLimitsOf } from './body-limits';
import {
  type AccessControl,
  type Caller,
  callerKey,
  hasRole,
  memoryHolder,
  type WorkspaceAccess,
} from './caller';
import { inflatedBytesOf } from './inflated-bytes';
import { onResponseClose } from './on-response-close';
import { parseWith, type Source } from './problems';
import { readQuery } from './query';
import { createResponseCheck, sendJson } from './response-body';
import type { ResponseMemory, ResponseReservation } from './response-memory';
import type { Route } from './route';
import { uuidSchema } from './schemas';

/** Makes POST requests with an idempotency key repeatable. */
export interface IdempotencyGuard {
  /**
   * Runs `work` once per key; afterwards returns the stored result.
   * @throws AppError idempotency_key_reused, idempotency_in_progress
   */
  run(
    request: { scope: string; key: string; fingerprint: string },
    work: (resourceId: string) => Promise<{ status: number; body: unknown }>,
  ): Promise<{ status: number; body: unknown; isReplay: boolean }>;
}

/** The credential of a request, before anything is read from the database. */
export interface RequestCredential {
  /** Identifies it in counters; not the credential itself. */
  name: string;
  /** Whether its signature alone proves that it is valid. */
  isProven: boolean;
}

/** Counts requests. Each function throws AppError rate_limited beyond its limit. */
export interface RequestLimits {
  /**
   * Before a credential is looked up: beyond the limit of its address, only a request with a known credential
   * passes.
   */
  admit(request: Request, isPublic: boolean): void;
  /** A request to a public route. */
  countAnonymous(request: Request): void;
  /** A request whose credential is missing or invalid. */
  countInvalid(request: Request): void;
  /** A request whose credential is valid. */
  rememberValid(request: Request): void;
  /** A request of a caller, in a workspace where it works in one. */
  countCaller(caller: Caller, workspaceId: string | null, response: Response): void;
}

/** Limits on what a workspace may store. */
export interface IngestionLimits {
  /** @throws AppError limit_reached */
  admitIngestion(workspaceId: string): Promise<void>;
  countBytes(workspaceId: string, bytes: number): void;
}

export interface RouteDependencies {
  access: AccessControl;
  idempotency: IdempotencyGuard;
  readerOf: ReturnType<typeof createBodyReader>;
  responses: ResponseMemory;
  /** The default of `bodyLimits.maxBytes`. */
  maxBodyBytes: number;
  requestLimits: RequestLimits;
  ingestionLimits: IngestionLimits;
}

// Created once: zod compiles a schema when it is first used.
const idempotencyHeaderSchema = z.object({ 'idempotency-key': z.string().min(1).max(255).optional() });
const workspaceHeaderSchema = z.object({ 'x-workspace-id': uuidSchema });
const noQuerySchema = z.object({});

/** Rejects a request of an address beyond its limit before its session or key is read. */
export function createRequestAdmission(
  { access }: Pick<Route, 'access'>,
  { requestLimits }: Pick<RouteDependencies, 'requestLimits'>,
): RequestHandler {
  return (request, _response, next) => {
    requestLimits.admit(request, access === 'public');
    next();
  };
}

/**
 * Runs one route: credential, then workspace, then all other parts of the request, whose problems are
 * reported together; then the handler, whose result is checked against the response schema.
 */
export function createRouteHandler(route: Route, dependencies: RouteDependencies): RequestHandler {
  const limits = bodyLimitsOf(route, dependencies.maxBodyBytes);
  const openBody = dependencies.readerOf(limits);
  const checkResponse = route.response === null ? null : createResponseCheck(route.response);
  return async (request, response) => {
    const signal = abortedBy(response);
    const problems: Problem[] = [];
    const { caller, workspace } = await admitCaller(route, request, response, dependencies, problems);
    if (readsJson(route, request)) refuseByHeaders(request, limits);
    await route.admit?.(request);
    const holder = { name: holderOf(request, caller, workspace), signal };
    const reader = openBody(request, response, { ...holder, isPublic: caller === undefined });
    const { params, query, idempotencyKey } = readHead(route, request, problems);
    if (route.isIngestion && workspace !== undefined)
      await admitIngestion(workspace, request, response, dependencies.ingestionLimits);
    const { value: body, replacedCharacters } = await readBody(route, request, reader, problems);
    if (problems.length > 0)
      throw new ValidationError(route.isSensitive ? problems.map(withoutInput) : problems);
    if (request.method === 'HEAD') {
      // Express runs the handler of GET, which may read megabytes that are never sent.
      response.status(route.status).end();
      return;
    }

    const { hasLongResponse = false } = route;
    const waitsSince = performance.now();
    const memory = await dependencies.responses.reserve(request, response, holder, hasLongResponse);
    const waitedMs = performance.now() - waitsSince;
    if (workspace !== undefined) setQueryRequest(signal, { workspaceId: workspace.workspaceId, waitedMs });
    const work = async (resourceId: string) => {
      const result = await route.handler({
        params,
        query,
        body,
        caller: caller as never,
        workspace: workspace as never,
        resourceId,
        request,
        response,
        signal,
        replacedCharacters,
        readBytes: reader.readBytes,
        reserveImport: reader.reserveImport,
      });
      if (route.noContent !== undefined && result === null) return { status: 204, body: undefined };
      return { status: route.status, body: await checkResponse?.(result) };
    };
    if (caller === undefined || idempotencyKey === undefined) {
      await send(response, await work(randomUUID()), { signal, memory });
      return;
    }
    const scope = [callerKey(caller), workspace?.workspaceId ?? '', route.operationId].join(' ');
    const result = await dependencies.idempotency.run(
      { scope, key: idempotencyKey, fingerprint: JSON.stringify([params, query, body]) },
      work,
    );
    if (result.isReplay) response.set('Idempotency-Replayed', 'true');
    await send(response, result, { signal, memory });
  };
}

/** The caller and the workspace it works in, with its request counted. */
async function admitCaller(
  route: Route,
  request: Request,
  response: Response,
  dependencies: RouteDependencies,
  problems: Problem[],
): Promise<{ caller?: Caller; workspace?: WorkspaceAccess | undefined }> {
  const caller = await authenticate(route, request, dependencies);
  if (caller === undefined) return {};
  const workspace = await enterWorkspace(route, caller, request, dependencies, problems);
  dependencies.requestLimits.countCaller(caller, workspace?.workspaceId ?? null, response);
  if (workspace !== undefined) response.locals.workspaceId = workspace.workspaceId; // for the log
  return { caller, workspace };
}

/** @throws AppError of status 401, rate_limited; 403 when a session is used from another site */
async function authenticate(
  route: Route,
  request: Request,
  { access, requestLimits }: RouteDependencies,
): Promise<Caller | undefined> {
  if (route.access === 'public') {
    requestLimits.countAnonymous(request);
    return undefined;
  }
  try {
    const caller = await access.authenticate(request, { acceptsBasic: route.acceptsBasic ?? false });
    requestLimits.rememberValid(request);
    return caller;
  } catch (error) {
    if (error instanceof AppError && errorCatalog[error.code].status === 401)
      requestLimits.countInvalid(request);
    throw error;
  }
}

/** The holder that a request counts against in the memory of the process. */
function holderOf(
  request: Request,
  caller: Caller | undefined,
  workspace: WorkspaceAccess | undefined,
): string {
  if (workspace !== undefined) return workspace.workspaceId;
  return caller === undefined ? `address:${addressKey(request.ip ?? '')}` : memoryHolder(caller);
}

/** What precedes the body. */
function readHead(route: Route, request: Request, problems: Problem[]) {
  const params = check(route.params, request.params, 'path', problems);
  const query = check(
    route.query,
    readQuery(route.query ?? noQuerySchema, request.query as Record<string, unknown>),
    'query',
    problems,
  );
  const headers = check(
    route.isIdempotent ? idempotencyHeaderSchema : undefined,
    { 'idempotency-key': request.get('idempotency-key') },
    'header',
    problems,
  ) as z.output<typeof idempotencyHeaderSchema> | undefined;
  return { params, query, idempotencyKey: headers?.['idempotency-key'] };
}

async function admitIngestion(
  { workspaceId }: WorkspaceAccess,
  request: Request,
  response: Response,
  limits: IngestionLimits,
): Promise<void> {
  await limits.admitIngestion(workspaceId);
  countReceivedBytes(request, response, (bytes) => limits.countBytes(workspaceId, bytes));
}

/** Counts the bytes of a request once its response is closed: as sent, or decompressed if these are more. */
function countReceivedBytes(request: Request, response: Response, count: (bytes: number) => void): void {
  const { socket } = request;
  const before = socket.bytesRead;
  // Not the declared length: bytes that were rejected or never arrived do not count.
  onResponseClose(response, () => count(Math.max(socket.bytesRead - before, inflatedBytesOf(request))));
}

async function enterWorkspace(
  route: Route,
  caller: Caller,
  request: Request,
  { access }: RouteDependencies,
  problems: Problem[],
): Promise<WorkspaceAccess | undefined> {
  if (route.access !== 'workspace') return undefined;
  const keyWorkspaceId = caller.kind === 'workspace_key' ? caller.workspaceId : undefined;
  const headers = check(
    workspaceHeaderSchema,
    { 'x-workspace-id': request.get('x-workspace-id') ?? keyWorkspaceId },
    'header',
    problems,
  );
  if (headers === undefined) return undefined;
  const workspace = await access.authorize(
    caller,
    (headers as z.output<typeof workspaceHeaderSchema>)['x-workspace-id'],
  );
  if (route.role !== undefined && !hasRole(workspace.role, route.role)) {
    throw roleInsufficient(route.role, workspace.role);
  }
  return workspace;
}

/** Whether the body is read before the handler runs; otherwise the handler reads it. */
function readsJson(route: Route, request: Request): boolean {
  return route.body !== undefined && (route.streams === undefined || Boolean(request.is('json')));
}

async function readBody(
  route: Route,
  request: Request,
  reader: BodyReader,
  problems: Problem[],
): Promise<Content> {
  const { body: schema } = route;
  const none = { value: undefined, replacedCharacters: 0 };
  if (schema === undefined || !readsJson(route, request)) return none;
  try {
    const { value, replacedCharacters } = route.isIngestion
      ? await reader.readContent()
      : { ...none, value: await reader.readJson() };
    return { value: await inSlice(() => check(schema, value, 'body', problems)), replacedCharacters };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    problems.push(...error.problems);
    return none;
  }
}

function check(schema: z.ZodType | undefined, value: unknown, source: Source, problems: Problem[]): unknown {
  if (schema === undefined) return undefined;
  const checked = parseWith(schema, value, source);
  if (checked.ok) return checked.value;
  problems.push(...checked.problems);
  return undefined;
}

function withoutInput(problem: Problem): Problem {
  return { ...problem, input: null };
}

async function send(
  response: Response,
  { status, body }: { status: number; body: unknown },
  options: { signal: AbortSignal; memory: ResponseReservation },
): Promise<void> {
  if (response.headersSent) return; // the handler has streamed its response
  if (body === undefined) response.status(status).end();
  else await sendJson(response, { status, body }, options);
}

/** Aborts when the connection closes before the response was sent. */
function abortedBy(response: Response): AbortSignal {
  const controller = new AbortController();
  onResponseClose(response, () => {
    if (!response.writableFinished) controller.abort(new Error('The client closed the connection'));
  });
  return controller.signal;
}
