import type { AssayClient, Candidate, OptimizationRun } from '../../../../packages/client';

/** An alternative to the baseline. A null field has the value of the run; at least one of the two is set. */
export interface Proposal {
  systemPrompt: string | null;
  model: string | null;
  /** A note for users about what was changed. */
  note: string | null;
}

export interface SearchState {
  run: OptimizationRun;
  /** The candidates proposed so far in this attempt, in order, all of them measured or failed. */
  tried: readonly Candidate[];
  /** For reading other data of the service, such as the items of the baseline. */
  client: AssayClient;
  /** Aborts when the lease is lost or the runner must stop; pass it on to slow operations. */
  signal: AbortSignal;
}

/**
 * Proposes candidates. Called again after every round of measurements; an empty list ends the search. It is
 * stateless: `tried` is the whole state, and an interrupted attempt starts again, possibly in another runner.
 */
export interface Strategy {
  readonly name: string;
  /** @throws StrategyError with a specific code; any other error is reported as `strategy_error` */
  propose(state: SearchState): Promise<Proposal[]>;
}

/** An error that ends the attempt. Its message is sent to the service and must not contain secrets. */
export class StrategyError extends Error {
  override readonly name = 'StrategyError';

  constructor(
    /** 1 to 64 of `[a-z0-9_.-]`; a run may list codes that end it without another attempt. */
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
