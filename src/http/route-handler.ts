import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { AppError, type Problem, ValidationError } from '../errors/app-error';
import type { createBodyReader } from './body';
import { type AccessControl, type Caller, callerKey, hasRole, type WorkspaceAccess } from './caller';
import { checkAgainst, type Source } from './problems';
import { readQuery } from './query';
import type { Route } from './route';
import { uuidSchema } from './schemas';

/** What an idempotent POST is told about its key. */
export interface IdempotencyGuard {
  /**
   * Runs `work` once per key, and answers its stored result afterwards.
   * @throws AppError idempotency_key_reused, idempotency_in_progress
   */
  run(
    request: { scope: string; key: string; fingerprint: string },
    work: (resourceId: string) => Promise<{ status: number; body: unknown }>,
  ): Promise<{ status: number; body: unknown; isReplay: boolean }>;
}

/** Counts a request of a credential; @throws AppError rate_limited. */
export type RequestLimit = (key: string, response: Response) => Promise<void>;

export interface RouteDependencies {
  access: AccessControl;
  idempotency: IdempotencyGuard;
  limitRequests: RequestLimit;
  readJson: ReturnType<typeof createBodyReader>;
}

// Made once: zod compiles a schema when it is first used.
const idempotencyHeaderSchema = z.object({ 'idempotency-key': z.string().min(1).max(255).optional() });
const workspaceHeaderSchema = z.object({ 'x-workspace-id': uuidSchema });
const noQuerySchema = z.object({});

/**
 * Runs one route: credential, then workspace, then every other part of the request, whose problems are
 * reported together; then the handler, whose answer is checked against the response schema.
 */
export function createRouteHandler(route: Route, dependencies: RouteDependencies): RequestHandler {
  return async (request, response) => {
    const caller = route.access === 'public' ? undefined : await dependencies.access.authenticate(request);
    if (caller !== undefined) await dependencies.limitRequests(callerKey(caller), response);

    const problems: Problem[] = [];
    const workspace =
      caller === undefined ? undefined : await enterWorkspace(route, caller, request, dependencies, problems);
    if (workspace !== undefined) response.locals.workspaceId = workspace.workspaceId; // for the log
    const params = check(route.params, request.params, 'path', problems);
    const query = check(
      route.query,
      readQuery(route.query ?? noQuerySchema, request.query as Record<string, unknown>),
      'query',
      problems,
    );
    const key = check(
      route.isIdempotent ? idempotencyHeaderSchema : undefined,
      { 'idempotency-key': request.get('idempotency-key') },
      'header',
      problems,
    );
    const body = await readBody(route, request, response, dependencies, problems);
    if (problems.length > 0)
      throw new ValidationError(route.isSensitive ? problems.map(withoutInput) : problems);

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
        signal: abortedBy(response),
      });
      if (route.noContent !== undefined && result === null) return { status: 204, body: undefined };
      return {
        status: route.status,
        body: route.response === null ? undefined : route.response.parse(result),
      };
    };
    const idempotencyKey = (key as { 'idempotency-key'?: string } | undefined)?.['idempotency-key'];
    if (caller === undefined || idempotencyKey === undefined) {
      send(response, await work(randomUUID()));
      return;
    }
    const scope = [callerKey(caller), workspace?.workspaceId ?? '', route.operationId].join(' ');
    const answer = await dependencies.idempotency.run(
      { scope, key: idempotencyKey, fingerprint: JSON.stringify([params, query, body]) },
      work,
    );
    if (answer.isReplay) response.set('Idempotency-Replayed', 'true');
    send(response, answer);
  };
}

async function enterWorkspace(
  route: Route,
  caller: Caller,
  request: Request,
  { access }: RouteDependencies,
  problems: Problem[],
): Promise<WorkspaceAccess | undefined> {
  if (route.access !== 'workspace') return undefined;
  const own = caller.kind === 'workspace_key' ? caller.workspaceId : undefined;
  const given = check(
    workspaceHeaderSchema,
    { 'x-workspace-id': request.get('x-workspace-id') ?? own },
    'header',
    problems,
  );
  if (given === undefined) return undefined;
  const workspace = await access.authorize(
    caller,
    (given as z.output<typeof workspaceHeaderSchema>)['x-workspace-id'],
  );
  if (route.role !== undefined && !hasRole(workspace.role, route.role)) {
    throw new AppError('role_insufficient', `This needs the role ${route.role}; yours is ${workspace.role}`, {
      ctx: { needed: route.role, actual: workspace.role },
    });
  }
  return workspace;
}

async function readBody(
  route: Route,
  request: Request,
  response: Response,
  { readJson }: RouteDependencies,
  problems: Problem[],
): Promise<unknown> {
  if (route.body === undefined || (route.streams !== undefined && !request.is('json'))) return undefined;
  try {
    return check(route.body, await readJson(request, response), 'body', problems);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

function check(schema: z.ZodType | undefined, value: unknown, source: Source, problems: Problem[]): unknown {
  if (schema === undefined) return undefined;
  const checked = checkAgainst(schema, value, source);
  if (checked.isRight) return checked.value;
  problems.push(...checked.problems);
  return undefined;
}

function withoutInput(problem: Problem): Problem {
  return { ...problem, input: null };
}

function send(response: Response, { status, body }: { status: number; body: unknown }): void {
  if (response.headersSent) return; // the handler streamed its answer
  response.status(status);
  if (body === undefined) response.end();
  else response.json(body);
}

/** Aborts when the connection closes before the answer was sent. */
function abortedBy(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new Error('The client closed the connection'));
  });
  return controller.signal;
}
