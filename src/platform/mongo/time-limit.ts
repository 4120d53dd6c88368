import { Semaphore } from 'async-mutex';
import mongoose from 'mongoose';
import { acquireUnits, withDeadline } from '../../../packages/concurrency';
import { AppError } from '../errors/app-error';
import { rateLimited } from '../errors/error-templates';

const MAX_TIME_EXPIRED = 50;
const RETRY_AFTER_MS = 5000;

/** Queries with a time limit that run for one workspace in this process; others wait, within their time. */
const MAX_QUERIES = 4;

const requests = new WeakMap<AbortSignal, QueryRequest>();
const queries = new Map<string, Semaphore>();
const running = new WeakSet<AbortSignal>();

/** The request that queries are for. */
interface QueryRequest {
  workspaceId: string;
  /** How long it has waited to be handled, which is part of the time of each query. */
  waitedMs: number;
}

/** Says for which request the queries with its signal are. */
export function setQueryRequest(signal: AbortSignal, request: QueryRequest): void {
  requests.set(signal, request);
}

/** The remaining time of a query. */
export interface TimeLimit {
  /** Aborts when the time is over or the caller has aborted. */
  signal: AbortSignal;
  /** Options for the next operation: the server and the driver both stop it in time. */
  forOperation(): { maxTimeMS: number; signal: AbortSignal };
}

/**
 * Runs a query for at most `limitMs`, of which it may wait for others of its workspace.
 * @throws AppError rate_limited if it only waited; as `withinTimeLimitOutOfTurn`
 */
export async function withinTimeLimit<Result>(
  limitMs: number,
  callerSignal: AbortSignal,
  work: (limit: TimeLimit) => Promise<Result>,
): Promise<Result> {
  let hasBegun = false;
  const begin = (limit: TimeLimit) => {
    hasBegun = true;
    return work(limit);
  };
  try {
    return await withinTimeLimitOutOfTurn(limitMs, callerSignal, (limit) =>
      inTurn(callerSignal, limit.signal, () => begin(limit)),
    );
  } catch (error) {
    const isTimeout = error instanceof AppError && error.code === 'query_timeout';
    throw isTimeout && !hasBegun
      ? rateLimited('queries of this workspace are running', RETRY_AFTER_MS)
      : error;
  }
}

/**
 * Runs a query for at most `limitMs`, less what its request has waited. Returns in time even when an operation does not
 * stop.
 * @throws AppError query_timeout, or the reason of an aborted `callerSignal`
 */
export async function withinTimeLimitOutOfTurn<Result>(
  limitMs: number,
  callerSignal: AbortSignal,
  work: (limit: TimeLimit) => Promise<Result>,
): Promise<Result> {
  const timeoutMs = Math.max(0, limitMs - (requests.get(callerSignal)?.waitedMs ?? 0));
  const endAt = performance.now() + timeoutMs;
  const deadline = { signal: callerSignal, timeoutMs, timeoutError: timeout(limitMs) };
  try {
    return await withDeadline(deadline, (signal) => work(limitUntil(endAt, signal)));
  } catch (error) {
    throw isServerTimeout(error) ? timeout(limitMs, error) : error;
  }
}

/**
 * Runs a query once few others of its workspace run: 24 slow ones together would take the connections of all workspaces.
 * A query within another of its request does not wait for it.
 */
async function inTurn<Result>(
  callerSignal: AbortSignal,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const request = requests.get(callerSignal);
  if (request === undefined || running.has(callerSignal)) return work();
  const { workspaceId } = request;
  const semaphore = queries.get(workspaceId) ?? new Semaphore(MAX_QUERIES);
  queries.set(workspaceId, semaphore);
  const release = await acquireUnits(semaphore, { signal });
  running.add(callerSignal);
  try {
    return await work();
  } finally {
    running.delete(callerSignal);
    release();
    if (semaphore.getValue() === MAX_QUERIES) queries.delete(workspaceId);
  }
}

/** Runs work for a share of the remaining time; returns null when that is over and other time is left. */
export async function withinShare<Result>(
  limit: TimeLimit,
  share: number,
  work: (limit: TimeLimit) => Promise<Result>,
): Promise<Result | null> {
  const timeoutMs = Math.floor(limit.forOperation().maxTimeMS * share);
  const endAt = performance.now() + timeoutMs;
  const signal = AbortSignal.any([limit.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    return await work(limitUntil(endAt, signal));
  } catch (error) {
    if (limit.signal.aborted || !(signal.aborted || isServerTimeout(error))) throw error;
    return null;
  }
}

function limitUntil(endAt: number, signal: AbortSignal): TimeLimit {
  return {
    signal,
    forOperation() {
      signal.throwIfAborted();
      return { maxTimeMS: Math.max(1, Math.ceil(endAt - performance.now())), signal };
    },
  };
}

function isServerTimeout(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === MAX_TIME_EXPIRED;
}

function timeout(limitMs: number, cause?: unknown): AppError {
  return new AppError(
    'query_timeout',
    `The query took longer than ${limitMs} ms. Use a narrower filter or retry later`,
    {
      ctx: { limit_ms: limitMs },
      retryAfterMs: RETRY_AFTER_MS,
      cause,
    },
  );
}
