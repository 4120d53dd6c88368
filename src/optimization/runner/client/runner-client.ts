import { randomUUID } from 'node:crypto';
import { type ApiCall, ApiClient } from '../../../platform/api-client/api-client';
import { toRunError } from './run-errors';
import type {
  Candidate,
  ClaimedRun,
  Completion,
  ExperimentItem,
  ExperimentItemDetail,
  Failure,
  Heartbeat,
  Run,
} from './wire';

export { ApiError, ApiUnreachableError, type ErrorEntry } from '../../../platform/api-client/api-errors';
export { LeaseLostError, RunFinishedError } from './run-errors';
export type * from './wire';

const RUNS = '/v1/optimization-runs';
const PAGE = 100;
const RESPONSE_TIMEOUT_MS = 30_000;

export interface ApiConnection {
  /** For example `http://127.0.0.1:3000`; may have a path prefix. */
  address: string;
  apiKey: string;
  /** Required with a user key; a workspace key implies it. */
  workspaceId: string | null;
  /** How long a request is retried after it was first sent; 60 s by default. */
  retryPeriodMs?: number;
}

/** An alternative to the baseline. A null field has the value of the run; at least one of the two is set. */
export interface Proposal {
  systemPrompt: string | null;
  model: string | null;
  /** A note for users about what was changed. */
  note: string | null;
}

/** The report about a completed attempt. */
export interface CompletionReport {
  agentTurns: number;
  /** The service accepts it only if it is better than the baseline; null: none was found. */
  bestCandidateId: string | null;
  summary: string;
}

export interface FailureReport {
  agentTurns: number;
  /** 1 to 64 of `[a-z0-9_.-]`. */
  errorCode: string;
  /** At most 4,096 characters. */
  errorMessage: string;
}

/**
 * Client for the optimization runs of the service. All requests are idempotent and retried while the service
 * is busy or unavailable. All methods throw LeaseLostError, RunFinishedError, ApiError for other error
 * statuses, ApiUnreachableError if the service stays unavailable, and the abort reason of the signal.
 */
export class RunnerClient {
  private readonly api: ApiClient;

  constructor(connection: ApiConnection) {
    this.api = new ApiClient(connection);
  }

  /**
   * Waits up to `waitSeconds`, at most 30, for a run to become ready, with one of `strategies` or without one if they are given; null if none did. If the response is
   * lost, a retry returns the same lease.
   */
  async claim(
    runnerId: string,
    waitSeconds: number,
    signal: AbortSignal,
    strategies?: readonly string[],
  ): Promise<ClaimedRun | null> {
    const body = { runner_id: runnerId, wait_seconds: waitSeconds, ...(strategies && { strategies }) };
    return this.send({
      method: 'POST',
      path: `${RUNS}/claim`,
      body,
      idempotencyKey: randomUUID(),
      timeoutMs: waitSeconds * 1_000 + RESPONSE_TIMEOUT_MS,
      signal,
    });
  }

  /** Extends the lease by the run's `lease_seconds` from when the service receives the request. */
  heartbeat(claimedRun: ClaimedRun, agentTurns: number, signal: AbortSignal): Promise<Heartbeat> {
    return this.report(claimedRun, 'heartbeat', { agent_turns: agentTurns }, signal);
  }

  /** Proposes a candidate to measure. The same key with the same content is the same candidate. */
  propose(
    claimedRun: ClaimedRun,
    key: string,
    { systemPrompt, model, note }: Proposal,
    signal: AbortSignal,
  ): Promise<Candidate> {
    const body = { candidate_key: key, system_prompt: systemPrompt, model, note };
    return this.report(claimedRun, 'candidates', body, signal);
  }

  complete(
    claimedRun: ClaimedRun,
    { agentTurns, bestCandidateId, summary }: CompletionReport,
    signal: AbortSignal,
  ): Promise<Completion> {
    const body = { agent_turns: agentTurns, best_candidate_id: bestCandidateId, summary };
    return this.report(claimedRun, 'complete', body, signal);
  }

  /** Releases the lease. The run becomes ready again if it has attempts left and the code may be retried. */
  fail(
    claimedRun: ClaimedRun,
    { agentTurns, errorCode, errorMessage }: FailureReport,
    signal: AbortSignal,
  ): Promise<Failure> {
    const body = { agent_turns: agentTurns, error_code: errorCode, error_message: errorMessage };
    return this.report(claimedRun, 'fail', body, signal);
  }

  /** Releases the lease of a runner that is stopped, which uses no attempt. The run becomes ready again. */
  release(claimedRun: ClaimedRun, agentTurns: number, signal: AbortSignal): Promise<Failure> {
    return this.report(claimedRun, 'release', { agent_turns: agentTurns }, signal);
  }

  getRun(runId: string, signal: AbortSignal): Promise<Run> {
    return this.get(`${RUNS}/${runId}`, signal);
  }

  /** All candidates of a run, including those of earlier attempts. */
  listCandidates(runId: string, signal: AbortSignal): AsyncGenerator<Candidate> {
    return this.list(`${RUNS}/${runId}/candidates`, signal);
  }

  /** The items of an experiment, in the order of its conversations. */
  listItems(experimentId: string, signal: AbortSignal): AsyncGenerator<ExperimentItem> {
    return this.list(`/v1/experiments/${experimentId}/items`, signal);
  }

  /** One item with its reply and annotations. */
  getItem(experimentId: string, itemId: string, signal: AbortSignal): Promise<ExperimentItemDetail> {
    return this.get(`/v1/experiments/${experimentId}/items/${itemId}`, signal);
  }

  private report<Response>(
    { run, lease }: ClaimedRun,
    action: string,
    body: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Response> {
    const fenced = { lease_id: lease.lease_id, epoch: lease.epoch, ...body };
    return this.send({ method: 'POST', path: `${RUNS}/${run.id}/${action}`, body: fenced, signal });
  }

  private get<Response>(path: string, signal: AbortSignal): Promise<Response> {
    return this.send({ method: 'GET', path, signal });
  }

  private async *list<Entry>(path: string, signal: AbortSignal): AsyncGenerator<Entry> {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: Page<Entry> = await this.get(`${path}?limit=${PAGE}${query}`, signal);
      yield* page.items;
      cursor = page.next_page_cursor ?? page.next_cursor ?? null;
    }
  }

  private async send<Response>(call: ApiCall): Promise<Response> {
    try {
      // The service validates its responses against the schemas of these types.
      return (await this.api.send(call)) as Response;
    } catch (error) {
      throw toRunError(error);
    }
  }
}

/** Lists of the API differ in the name of the cursor field. */
interface Page<Entry> {
  items: Entry[];
  next_page_cursor?: string | null;
  next_cursor?: string | null;
}
