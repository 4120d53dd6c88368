import { AssayClient } from '../../../packages/client';
import type { ConnectionFlags } from '../shared/connection/connection-options';
import { findConnection } from '../shared/connection/find-connection';
import { toServiceError } from '../shared/connection/service-error';

/** How long the first request waits for a service; beyond that, it is down or the address is wrong. */
const CONNECT_MS = 60_000;
/** A pipeline that is cancelled is killed seconds later. */
const START_MS = 4_000;

/** The service that a gate works with, and how the gate speaks to the person who waits for it. */
export interface GateService {
  client: AssayClient;
  /** Ends the gate: after its time limit, a signal of the system or an error. */
  signal: AbortSignal;
  /** The experiments that this gate has started or reopened. */
  started: Set<string>;
  /** Those of an earlier gate that this one waits for. */
  found: Set<string>;
  /** Sends a request that starts something, and completes it if the gate ends meanwhile, to cancel what it has started. */
  start<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** All such requests. */
  pendingStarts: Promise<unknown>[];
  /** Where the dashboard shows an experiment, or an item of it. */
  urlOf(experimentId: string, itemId?: string): string;
  /** Prints a line for a person. */
  say(line: string): void;
  /** Words an error of the service for a person. */
  describe(error: unknown): unknown;
}

export interface ConnectOptions extends ConnectionFlags {
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** How long requests wait for a service that restarts, once it has responded. */
  outageMs: number;
  say(line: string): void;
}

/**
 * Checks settings, key and workspace.
 * @throws Error for invalid settings, ServiceError for a key that is not valid and without a response
 */
export async function connectGate({
  env,
  signal,
  outageMs,
  say,
  ...flags
}: ConnectOptions): Promise<GateService> {
  const connection = findConnection(flags, env);
  const { url, apiKey, workspaceId } = connection;
  const settings = { baseUrl: url, apiKey, workspaceId };
  const describe = (error: unknown) => toServiceError(error, connection);
  const keyWorkspace = await findWorkspace(
    // Less than the time limit, so that the network error is reported.
    new AssayClient({ ...settings, retryPeriodMs: Math.min(CONNECT_MS, outageMs) }),
    signal,
    describe,
  );
  const workspace = workspaceId ?? keyWorkspace;
  if (workspace === null) throw new Error('Set ASSAY_WORKSPACE_ID: the API key is of a person');
  const pages = `${url}/w/${workspace}/experiments`;
  const pendingStarts: Promise<unknown>[] = [];
  const startController = new AbortController();
  const startSignal = startController.signal;
  signal.addEventListener('abort', () =>
    setTimeout(() => startController.abort(signal.reason), START_MS).unref(),
  );
  return {
    client: new AssayClient({ ...settings, retryPeriodMs: outageMs }),
    signal,
    started: new Set(),
    found: new Set(),
    pendingStarts,
    start(send) {
      signal.throwIfAborted();
      const sent = send(startSignal);
      pendingStarts.push(sent);
      return sent;
    },
    urlOf: (experimentId, itemId) =>
      `${pages}/${experimentId}${itemId === undefined ? '' : `?item=${itemId}`}`,
    say,
    describe,
  };
}

/** The workspace of the key; null for a key of a person. Without a service, the gate ends soon. */
async function findWorkspace(
  client: AssayClient,
  signal: AbortSignal,
  describe: GateService['describe'],
): Promise<string | null> {
  const { credential } = await client
    .request('GET /v1/auth/me', {}, { signal })
    .catch((error: unknown) => Promise.reject(describe(error)));
  return credential.workspace_id;
}
