import type { RequestHandler } from 'express';
import { withDeadline } from '../../../packages/concurrency';
import { AppError } from '../errors/app-error';
import { temporalUnavailable, valueError } from '../errors/error-templates';
import { mongoDiskFreeBytes, mongoUnavailable } from '../mongo/disk-space';
import { cacheFor } from './cache-for';

const ENGINE_TIMEOUT_MS = 3000;
/** Probes within this time share one call of an engine. */
const CACHE_MS = 1000;

/** Each rejects when its engine does not respond. */
export interface EngineChecks {
  mongodb: () => Promise<void>;
  temporal: () => Promise<void>;
}

type Engine = keyof EngineChecks;
type EngineStates = Partial<Record<Engine, 'ok' | 'unreachable'>>;

/** The engines that each part of the service needs. */
const capabilities = {
  reads: ['mongodb'],
  detection: ['mongodb'],
  ingestion: ['mongodb'],
  experiments: ['mongodb', 'temporal'],
  optimization_runs: ['mongodb', 'temporal'],
} as const satisfies Record<string, readonly Engine[]>;

/**
 * The engines that are checked for each value of `/readyz?for=…`. No others are: a probe with a short timeout
 * must not wait for a hanging engine that it does not need.
 */
const purposes = {
  everything: ['mongodb', 'temporal'],
  /** A load balancer keeps sending requests to a process that can serve reads and detection. */
  traffic: ['mongodb'],
} as const satisfies Record<string, readonly Engine[]>;

/**
 * Responds 200 `{status, engines, works}` when every engine that the purpose needs responds. Without `for`
 * the purpose is `everything`.
 * @throws AppError stopping, database_unavailable, temporal_unavailable with `engines` and `works` in ctx;
 * value_error for an unknown value of `for`
 */
export function createReadiness(checks: EngineChecks, isStopping: () => boolean): RequestHandler {
  const states = {
    mongodb: cacheFor(CACHE_MS, () => checkEngine(checks.mongodb)),
    temporal: cacheFor(CACHE_MS, () => checkEngine(checks.temporal)),
  };
  return async (request, response) => {
    const purpose = request.query.for ?? 'everything';
    if (!isPurpose(purpose)) {
      const allowed = Object.keys(purposes).join(', ');
      throw valueError(`unknown value; accepted: ${allowed}`, { loc: ['query', 'for'] });
    }
    if (isStopping()) throw new AppError('stopping', 'The process is stopping');
    const engines: EngineStates = Object.fromEntries(
      await Promise.all(purposes[purpose].map(async (name) => [name, await states[name]()])),
    );
    const facts = { engines, works: findCapabilities(engines) };
    refuseUnreachable(facts);
    response.json({ status: 'ready', ...facts });
  };
}

function isPurpose(value: unknown): value is keyof typeof purposes {
  return typeof value === 'string' && Object.hasOwn(purposes, value);
}

/** The capabilities whose engines were all checked, each with whether it works. */
function findCapabilities(engines: EngineStates): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(capabilities)
      .filter(([, engineNames]) => engineNames.every((engine) => engines[engine] !== undefined))
      .map(([name, engineNames]) => [name, engineNames.every((engine) => engines[engine] === 'ok')]),
  );
}

function refuseUnreachable(facts: { engines: EngineStates; works: Record<string, boolean> }): void {
  const { mongodb, temporal } = facts.engines;
  if (mongodb === 'unreachable') {
    const disk = { mongodb_disk_free_bytes: mongoDiskFreeBytes() };
    throw mongoUnavailable({ ctx: { ...facts, ...disk } });
  }
  if (temporal === 'unreachable') {
    throw temporalUnavailable('no response', { ctx: facts });
  }
}

async function checkEngine(check: () => Promise<void>): Promise<'ok' | 'unreachable'> {
  try {
    const timeoutError = new Error(`No response within ${ENGINE_TIMEOUT_MS} ms`);
    await withDeadline({ timeoutMs: ENGINE_TIMEOUT_MS, timeoutError }, check);
    return 'ok';
  } catch {
    return 'unreachable';
  }
}
