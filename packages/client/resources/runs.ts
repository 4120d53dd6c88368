import { pollUntil, type WaitOptions } from '../requests/polling.ts';
import type { Requester } from '../requests/requester.ts';
import type { CallOptions } from '../requests/transport.ts';
import type { BodyOf, QueryOf } from '../wire/operation-types.ts';
import type { ClaimedRun, OptimizationRun } from '../wire/types.ts';

const RUNS = '/v1/optimization-runs';
const ONE = `${RUNS}/{run_id}`;
const RESPONSE_TIMEOUT_MS = 30_000;
const openStatuses: ReadonlySet<OptimizationRun['status']> = new Set<OptimizationRun['status']>([
  'preparing',
  'ready',
  'running',
]);

/** The body of a report about a run, without the lease, which is that of the claimed run. */
type ReportOf<Action extends 'heartbeat' | 'candidates' | 'complete' | 'fail' | 'release'> = Omit<
  BodyOf<`POST ${typeof ONE}/${Action}`>,
  'lease_id' | 'epoch'
>;

/** Optimization runs. Reports of a claimed run throw LeaseLostError and RunFinishedError. */
export class Runs {
  constructor(private readonly requester: Requester) {}

  create(body: BodyOf<`POST ${typeof RUNS}`>, options?: CallOptions) {
    return this.requester.request(`POST ${RUNS}`, { body }, options);
  }

  list(query: QueryOf<`GET ${typeof RUNS}`> = {}, options?: CallOptions) {
    return this.requester.list(`GET ${RUNS}`, { query }, options);
  }

  get(id: string, options?: CallOptions) {
    return this.requester.request(`GET ${ONE}`, { path: { run_id: id } }, options);
  }

  cancel(id: string, options?: CallOptions) {
    return this.requester.request(`POST ${ONE}/cancel`, { path: { run_id: id } }, options);
  }

  /** All candidates of a run, including those of earlier attempts. */
  candidates(id: string, query: QueryOf<`GET ${typeof ONE}/candidates`> = {}, options?: CallOptions) {
    return this.requester.list(`GET ${ONE}/candidates`, { path: { run_id: id }, query }, options);
  }

  /** Resolves when the run has ended, with any status. */
  waitFor(id: string, options: WaitOptions<OptimizationRun> = {}): Promise<OptimizationRun> {
    const read = () => this.get(id, { signal: options.signal });
    return pollUntil(read, ({ status }) => !openStatuses.has(status), options);
  }

  /**
   * Waits up to `wait_seconds`, at most 30, for a run to become ready; null if none did. If the response is lost, a retry
   * returns the same lease.
   */
  claim(body: BodyOf<`POST ${typeof RUNS}/claim`>, options?: CallOptions) {
    const timeoutMs = (body.wait_seconds ?? 0) * 1_000 + RESPONSE_TIMEOUT_MS;
    return this.requester.request(`POST ${RUNS}/claim`, { body }, { timeoutMs, ...options });
  }

  /** Extends the lease by the run's `lease_seconds` from when the service receives the request. */
  heartbeat(claimed: ClaimedRun, report: ReportOf<'heartbeat'>, options?: CallOptions) {
    return this.requester.request(`POST ${ONE}/heartbeat`, fenced(claimed, report), options);
  }

  /** Proposes a candidate to measure. The same key with the same content is the same candidate. */
  propose(claimed: ClaimedRun, candidate: ReportOf<'candidates'>, options?: CallOptions) {
    return this.requester.request(`POST ${ONE}/candidates`, fenced(claimed, candidate), options);
  }

  /** Ends the attempt. The service accepts a best candidate only if it is better than the baseline. */
  complete(claimed: ClaimedRun, report: ReportOf<'complete'>, options?: CallOptions) {
    return this.requester.request(`POST ${ONE}/complete`, fenced(claimed, report), options);
  }

  /** Releases the lease. The run becomes ready again if it has attempts left and the code may be retried. */
  fail(claimed: ClaimedRun, report: ReportOf<'fail'>, options?: CallOptions) {
    return this.requester.request(`POST ${ONE}/fail`, fenced(claimed, report), options);
  }

  /** Releases the lease of a runner that is stopped, which uses no attempt. The run becomes ready again. */
  release(claimed: ClaimedRun, report: ReportOf<'release'>, options?: CallOptions) {
    return this.requester.request(`POST ${ONE}/release`, fenced(claimed, report), options);
  }
}

function fenced<Report>({ run, lease: { lease_id, epoch } }: ClaimedRun, report: Report) {
  return { path: { run_id: run.id }, body: { lease_id, epoch, ...report } };
}
