import type { Message, ToolDefinition } from '../conversations/message';

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
}

export const noVerdictReasons = [
  'unreadable_judge_output',
  'refused',
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
    }
  | { status: 'no_verdict'; reason: NoVerdictReason; message: string; usage: Usage };

/**
 * Judges replies. Throws only AppErrors of retry class `wait` or `transient` (the provider is busy or down)
 * and the reason of an aborted `signal`; every other failure to judge is a `no_verdict`.
 */
export interface Evaluator {
  evaluate(input: EvaluationInput, options: { signal: AbortSignal }): Promise<Verdict>;
}
