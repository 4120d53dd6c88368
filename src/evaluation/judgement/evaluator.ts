import type { Message, ToolDefinition } from '../../conversations/message/message';
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

/**
 * A span of the judged message. Offsets are Unicode code points, 0-based, end exclusive, inside the text of
 * `parts[messagePartIndex]`; `text` equals the slice at the offsets.
 */
export interface Annotation {
  text: string;
  label: string;
  explanation: string;
  messagePartIndex: number;
  startOffset: number;
  endOffset: number;
  /** Set for a tool call, else null. */
  toolName: string | null;
  /** Dotted JSON path of the argument for a tool call, else null. */
  parameterName: string | null;
  /** 0..1, or null where the evaluator gives none. */
  confidence: number | null;
}

export interface Usage {
  inputTokens: number;
  /** US cents; 0 for embedded evaluators, null where no price is known. */
  costCents: number | null;
  /** Calls of a model that went into the verdict; null of evaluations stored before calls were counted. */
  calls: number | null;
  /** Those of `calls` that repeated a failed one; null like `calls`. */
  retriedCalls: number | null;
}

/** How much of the evidence, all texts before the reply, an evaluator looked at. Lengths are in code points. */
export interface Coverage {
  /** How many windows were looked at; one where all was looked at at once. */
  windows: number;
  evidenceExamined: number;
  evidenceTotal: number;
  /** Sentences that say what could not be examined. */
  limits: string[];
}

export const noVerdictReasons = [
  'unreadable_judge_output',
  'refused',
  'content_filter',
  'too_long',
  'timeout',
  'provider_error',
] as const;
export type NoVerdictReason = (typeof noVerdictReasons)[number];

/** The outcome of judging one reply. `no_verdict` is neither clean nor an issue, and is never counted as one. */
export type Verdict =
  | {
      status: 'completed';
      annotations: Annotation[];
      /** Probability of at least one issue, 0..1, or null where the evaluator gives none. */
      score: number | null;
      /** Findings that were dropped because their quote is not in the reply. */
      unanchored: number;
      usage: Usage;
      coverage: Coverage;
    }
  | { status: 'no_verdict'; reason: NoVerdictReason; message: string; usage: Usage; coverage: Coverage };

/**
 * Whether a verdict says anything about the reply: one that is complete because nothing could be judged, of an
 * attachment for instance, is no clean one. It has no annotation and no score, and no model was asked.
 */
export function isJudged(verdict: Verdict): verdict is Extract<Verdict, { status: 'completed' }> {
  if (verdict.status === 'no_verdict') return false;
  const { annotations, score, usage } = verdict;
  return annotations.length > 0 || score !== null || usage.calls !== 0;
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
