import { randomUUID } from 'node:crypto';
import { type ApiCall, type ApiConnection, callApi } from './call-api';
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

export {
  ApiError,
  ApiUnreachableError,
  type ErrorEntry,
  LeaseLostError,
  RunFinishedError,
} from './api-errors';
export type { ApiConnection } from './call-api';
export type * from './wire';

const RUNS = '/v1/optimization-runs';
const PAGE = 100;
const RESPONSE_TIMEOUT_MS = 30_000;

/** Something to try instead of the baseline; what is null stays as in the run. At least one of the two is set. */
export interface Proposal {
  systemPrompt: string | null;
  model: string | null;
  /** For people: what is new about it. */
  note: string | null;
}

/** How an attempt ended, in the words of the runner. */
export interface CompletionReport {
  agentTurns: number;
  /** The service checks it, and takes none that is not proven better; null: none was found. */
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
 * Speaks with the service about optimization runs. Every message may be repeated, and is, while the service is busy
 * or away. All methods throw LeaseLostError, RunFinishedError, ApiError for other refusals, ApiUnreachableError when
 * the service stays away, and the reason of the signal when aborted.
 */
export class RunnerClient {
  constructor(private readonly connection: ApiConnection) {}

  /**
   * Waits up to `waitSeconds`, at most 30, for a run to become ready; null when none did. An answer that got lost on
   * its way is asked for again, with the same lease.
   */
  async claim(runnerId: string, waitSeconds: number, signal: AbortSignal): Promise<ClaimedRun | null> {
    const body = { runner_id: runnerId, wait_seconds: waitSeconds };
    return this.send({
      method: 'POST',
      path: `${RUNS}/claim`,
      body,
      idempotencyKey: randomUUID(),
      timeoutMs: waitSeconds * 1_000 + RESPONSE_TIMEOUT_MS,
      signal,
    });
  }

  /** Extends the lease by the run's `lease_seconds`, from when the service receives it. */
  heartbeat(claimed: ClaimedRun, agentTurns: number, signal: AbortSignal): Promise<Heartbeat> {
    return this.report(claimed, 'heartbeat', { agent_turns: agentTurns }, signal);
  }

  /** Has a candidate measured. The same key with the same content is the same candidate. */
  propose(
    claimed: ClaimedRun,
    key: string,
    { systemPrompt, model, note }: Proposal,
    signal: AbortSignal,
  ): Promise<Candidate> {
    const body = { candidate_key: key, system_prompt: systemPrompt, model, note };
    return this.report(claimed, 'candidates', body, signal);
  }

  complete(
    claimed: ClaimedRun,
    { agentTurns, bestCandidateId, summary }: CompletionReport,
    signal: AbortSignal,
  ): Promise<Completion> {
    const body = { agent_turns: agentTurns, best_candidate_id: bestCandidateId, summary };
    return this.report(claimed, 'complete', body, signal);
  }

  /** Gives the lease back. The run is offered again when it has attempts left and the code may be retried. */
  fail(
    claimed: ClaimedRun,
    { agentTurns, errorCode, errorMessage }: FailureReport,
    signal: AbortSignal,
  ): Promise<Failure> {
    const body = { agent_turns: agentTurns, error_code: errorCode, error_message: errorMessage };
    return this.report(claimed, 'fail', body, signal);
  }

  getRun(runId: string, signal: AbortSignal): Promise<Run> {
    return this.get(`${RUNS}/${runId}`, signal);
  }

  /** All candidates of a run, those of earlier attempts too. */
  listCandidates(runId: string, signal: AbortSignal): AsyncGenerator<Candidate> {
    return this.list(`${RUNS}/${runId}/candidates`, signal);
  }

  /** The items of an experiment, in the order of its conversations. */
  listItems(experimentId: string, signal: AbortSignal): AsyncGenerator<ExperimentItem> {
    return this.list(`/v1/experiments/${experimentId}/items`, signal);
  }

  /** One item with its reply and the annotations of it. */
  getItem(experimentId: string, itemId: string, signal: AbortSignal): Promise<ExperimentItemDetail> {
    return this.get(`/v1/experiments/${experimentId}/items/${itemId}`, signal);
  }

  private report<Answer>(
    { run, lease }: ClaimedRun,
    action: string,
    body: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Answer> {
    const fenced = { lease_id: lease.lease_id, epoch: lease.epoch, ...body };
    return this.send({ method: 'POST', path: `${RUNS}/${run.id}/${action}`, body: fenced, signal });
  }

  private get<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
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

  private async send<Answer>(call: ApiCall): Promise<Answer> {
    const { body } = await callApi(this.connection, call);
    return body as Answer; // the service checks its answers against the schemas of these types
  }
}

/** Some lists name their cursor one way, some the other. */
interface Page<Entry> {
  items: Entry[];
  next_page_cursor?: string | null;
  next_cursor?: string | null;
}
