import { condition, uuid4 } from '@temporalio/workflow';
import { bookkeeping } from './bookkeeping';
import type { OptimizeRunInput } from './contracts';
import { nextCandidate, recordMeasurement } from './optimization-run/candidate-changes';
import { budgetSpent, recordHoldout, reserveHoldout, searchBudget } from './optimization-run/holdout-changes';
import { expire, preparationFailed, prepared } from './optimization-run/run-changes';
import { addCost, type CandidateState, initialState, type RunState } from './optimization-run/run-state';
import { hasEnded } from './optimization-run/run-transitions';
import { runExperimentToEnd } from './run-experiment-child';

/** What heartbeats change is copied to MongoDB at most this long after, and well before the copied lease is over. */
const COPY_AFTER_MS = 10_000;

/** The state of a run in its workflow, and every change of it that no update asks for. */
export class RunController {
  readonly state: RunState;
  /** Candidates whose texts are on their way to MongoDB. */
  private readonly unstored = new Set<string>();
  private isCopyStale = false;

  constructor(private readonly input: OptimizeRunInput) {
    this.state = input.state ?? initialState();
  }

  /** Copies the state to MongoDB; false when the run was deleted there. */
  save(): Promise<boolean> {
    // By the clock: a workflow task that was lost with its worker may have left a copy of changes that never happened.
    // The task that replaces it is later, so its copy has a higher revision and wins, even over a late write.
    this.state.revision = Math.max(this.state.revision + 1, Date.now());
    this.isCopyStale = false;
    return bookkeeping.saveOptimizationRun({ runId: this.input.runId, state: this.state });
  }

  /** Schedules a copy in a later workflow task, so that the caller does not wait for MongoDB. */
  saveSoon(): void {
    this.isCopyStale = true;
  }

  /** Delays the measurement of a candidate until its texts are stored. */
  async whileUnstored(candidateId: string, store: () => Promise<void>): Promise<void> {
    this.unstored.add(candidateId);
    await store();
    this.unstored.delete(candidateId);
  }

  /** Runs one attempt after another until the run has ended. */
  async runAttempts(): Promise<void> {
    const { state } = this;
    while (!hasEnded(state.status)) {
      if (state.status === 'preparing') await this.prepare();
      else if (state.status === 'ready') await condition(() => state.status !== 'ready');
      else if (state.lease !== null) await this.holdLease();
      else await this.measureHoldout();
    }
    // However it ended: after the workflow has closed, the copy is all that is left.
    await this.save();
  }

  /** Measures candidates in the order of their proposals, one at a time, until the run has ended. */
  async measureCandidates(): Promise<void> {
    const next = () => nextCandidate(this.state, this.unstored);
    for (;;) {
      await condition(() => hasEnded(this.state.status) || next() !== undefined);
      const candidate = next();
      if (candidate === undefined) return;
      await this.measure(candidate);
    }
  }

  /** Copies what heartbeats have changed, until the run has ended. */
  async copyHeartbeats(): Promise<void> {
    const isOver = () => hasEnded(this.state.status);
    const pauseMs = Math.min(COPY_AFTER_MS, this.input.limits.leaseMs / 2);
    for (;;) {
      await condition(() => this.isCopyStale || isOver());
      if (isOver() || (await condition(isOver, pauseMs))) return;
      if (this.isCopyStale) await this.save();
    }
  }

  private async prepare(): Promise<void> {
    const { state } = this;
    if (!state.baseline.isMeasured) await this.measureBaseline();
    if (!hasEnded(state.status)) prepared(state, Date.now());
    await this.save();
  }

  private async measureBaseline(): Promise<void> {
    const { state, input } = this;
    const { runId, limits, pollMs } = input;
    if (state.baseline.experimentId === null) {
      state.baseline.experimentId = uuid4();
      await this.save();
    }
    const { experimentId } = state.baseline;
    const { searchCount, holdoutCount } = limits.split;
    const { error, ...cost } = await runExperimentToEnd(
      { runId, experimentId, candidateId: null, maxCostCents: limits.maxCostCents },
      () => hasEnded(state.status),
      pollMs,
    );
    addCost(state, cost);
    state.baseline.isMeasured = error === null;
    reserveHoldout(state, limits, {
      costCents: cost.costCents,
      conversations: searchCount + holdoutCount,
    });
    if (error !== null && !hasEnded(state.status)) preparationFailed(state, error, Date.now());
  }

  private async holdLease(): Promise<void> {
    const { state, input } = this;
    while (state.lease !== null) {
      const restMs = Date.parse(state.lease.expiresAt) - Date.now();
      // A heartbeat does not move the timer, which would grow the history: when it fires, an extended lease is waited
      // for again.
      if (restMs > 0) await condition(() => state.lease === null, restMs);
      else expire(state, input.limits, Date.now());
    }
  }

  private async measure(candidate: CandidateState): Promise<void> {
    const { state, input } = this;
    const { runId, limits, pollMs } = input;
    const maxCostCents = searchBudget(state, limits);
    if (candidate.experimentId === null) {
      if (maxCostCents !== null && maxCostCents <= 0) {
        recordMeasurement(state, candidate, { costCents: 0, verdict: null, error: budgetSpent }, limits);
        await this.save();
        return;
      }
      candidate.experimentId = uuid4();
      candidate.status = 'measuring';
      await this.save();
    }
    const { id: candidateId, experimentId } = candidate;
    const isCancelled = () => candidate.status === 'cancelled';
    const outcome = await runExperimentToEnd(
      { runId, experimentId, candidateId, maxCostCents },
      isCancelled,
      pollMs,
    );
    recordMeasurement(state, candidate, outcome, limits);
    await this.save();
  }

  /** Measures the named candidate on the hold-out, which ends the run. No runner holds it meanwhile. */
  private async measureHoldout(): Promise<void> {
    const { state, input } = this;
    const { runId, limits, pollMs } = input;
    const hasRunEnded = () => hasEnded(state.status);
    // What was cancelled with the lease may still be spending.
    await condition(() => hasRunEnded() || nextCandidate(state, this.unstored) === undefined);
    if (state.holdout === undefined || hasRunEnded()) return;
    const { candidateId } = state.holdout;
    const maxCostCents = limits.maxCostCents === null ? null : limits.maxCostCents - state.costCents;
    if (state.holdout.experimentId === null) {
      if (maxCostCents !== null && maxCostCents <= 0) {
        recordHoldout(state, { costCents: 0, verdict: null, error: budgetSpent }, Date.now());
        return;
      }
      state.holdout.experimentId = uuid4();
      await this.save();
    }
    const { experimentId } = state.holdout;
    const request = { runId, experimentId, candidateId, maxCostCents, part: 'holdout' } as const;
    recordHoldout(state, await runExperimentToEnd(request, hasRunEnded, pollMs), Date.now());
  }
}
