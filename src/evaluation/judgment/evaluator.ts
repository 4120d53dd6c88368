import type { EvaluationInput } from '../../../packages/detector';
import type { Usage, Verdict } from '../../conversations/evaluations/verdict';
import type { ChatOptions } from '../../providers/chat-model';

/** Options of an evaluation. `onQueued` and `onStarted` are called for each model call. */
export interface EvaluateOptions extends ChatOptions {
  /**
   * Identifies an evaluation across retries: for a day, replies of models to an earlier try are read from the
   * cache, and its usage is counted. Absent: nothing is cached.
   */
  evaluationKey?: string | undefined;
  /** The caller retries an evaluation whose provider did not respond in time. By default there is no verdict. */
  retriesTimeouts?: boolean;
  /**
   * Receives the usage before the evaluation throws, including earlier tries, because there is no verdict to
   * report it.
   */
  onFailed?: ((usage: Usage) => void) | undefined;
}

/**
 * Judges replies. Throws only AppErrors of retry class `wait` or `transient` (the provider is busy or down),
 * MongoDB errors, and the abort reason of `signal`. Every other failure results in a `no_verdict`.
 */
export interface Evaluator {
  evaluate(input: EvaluationInput, options: EvaluateOptions): Promise<Verdict>;
  /**
   * Absent if judging replies in a batch saves nothing. Judges the messages at `positions`, which ascend: the
   * first one and as many of the others as the time limit allows, each with the same verdict as `evaluate`.
   * Throws like `evaluate`; the error is about the message after the last verdict.
   */
  evaluateReplies?(
    conversation: EvaluationInput,
    positions: readonly number[],
    options: EvaluateRepliesOptions,
  ): Promise<void>;
}

export interface EvaluateRepliesOptions {
  signal: AbortSignal;
  /** The workspace that is charged in fair scheduling. */
  workspaceId?: string;
  /** Receives each verdict, in the order of the positions, as soon as it is available. */
  onVerdict(position: number, verdict: Verdict): void;
}
