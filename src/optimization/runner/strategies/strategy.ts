import type { Candidate, Proposal, Run, RunnerClient } from '../client/runner-client';

export interface SearchState {
  run: Run;
  /** What was proposed so far in this attempt, all of it ended, in the order of the proposals. */
  tried: readonly Candidate[];
  /** Reads whatever else the service knows, such as the items of the baseline. */
  client: RunnerClient;
  /** Aborted when the lease is lost or the runner has to stop; pass it on to whatever takes time. */
  signal: AbortSignal;
}

/**
 * Decides what to try. It is asked again after every round of measurements and ends the search with an empty list.
 * It keeps nothing between the calls: `tried` holds all there is to know, and an attempt that was cut off starts
 * anew, perhaps in another runner.
 */
export interface Strategy {
  readonly name: string;
  /** @throws StrategyError with a code of its own; any other error is reported as `strategy_error` */
  propose(state: SearchState): Promise<Proposal[]>;
}

/** Why a strategy cannot go on. Its message reaches the service: no secrets. */
export class StrategyError extends Error {
  override readonly name = 'StrategyError';

  constructor(
    /** 1 to 64 of `[a-z0-9_.-]`; a run may name codes that are not worth another attempt. */
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
