import type { Usage, Verdict } from '../../conversations/evaluations/verdict';
import type { Message, ToolDefinition } from '../../conversations/transcript/message';
import type { ChatOptions } from '../../providers/chat-model';

/** A kind of issue an evaluator may report. */
export interface IssueLabel {
  name: string;
  description: string;
}

/** What a workspace, or one request, tells every evaluator about its domain. */
export interface IssueConfig {
  labels: IssueLabel[];
  domainContext: string | null;
}

/** A conversation whose last message, by the assistant, is to be judged. */
export interface EvaluationInput {
  messages: Message[];
  tools: ToolDefinition[];
  issueConfig: IssueConfig;
}

/** How an evaluator goes about its calls. `onQueued` and `onStarted` are of each call of a model. */
export interface EvaluateOptions extends ChatOptions {
  /**
   * The same for every attempt at one evaluation, and only for those: what an earlier attempt has been answered
   * is not asked again for a day, and what it took is counted. Absent: nothing is kept.
   */
  evaluationKey?: string | undefined;
  /** Told before the evaluation throws what it took, earlier attempts included; no verdict says it then. */
  onFailed?: ((usage: Usage) => void) | undefined;
}

/**
 * Judges replies. Throws only AppErrors of retry class `wait` or `transient` (the provider is busy or down), what
 * MongoDB throws, and the reason of an aborted `signal`; every other failure to judge is a `no_verdict`.
 */
export interface Evaluator {
  evaluate(input: EvaluationInput, options: EvaluateOptions): Promise<Verdict>;
  /**
   * Absent where judging replies together saves nothing. Judges the first of the messages at `positions`, which ascend,
   * and as many of the next ones as there is time for: each on the messages before it, with the verdict of `evaluate`.
   * Throws like `evaluate`, and then says nothing of the message that comes after the last verdict.
   */
  evaluateReplies?(
    conversation: EvaluationInput,
    positions: readonly number[],
    options: EvaluateRepliesOptions,
  ): Promise<void>;
}

export interface EvaluateRepliesOptions {
  signal: AbortSignal;
  /** Whose turn it takes when others wait too. */
  workspaceId?: string;
  /** Receives each verdict, in the order of the positions, soon after it is reached. */
  onVerdict(position: number, verdict: Verdict): void;
}
