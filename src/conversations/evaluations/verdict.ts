import type { Annotation, NotJudgeableReason } from '../../../packages/detector';

/** From an index on, a conversation has other messages than before. */
export interface ChangedFrom {
  conversationId: string;
  messageIndex: number;
}

/** The calibration that was applied to a verdict. */
export interface AppliedCalibration {
  id: string;
  /** Probability of at least one issue. */
  score: number;
  /** Only replies with a raw score above it have findings; null: the evaluator's own threshold holds. */
  flagAbove: number | null;
}

export interface Usage {
  inputTokens: number;
  /** US cents; 0 for embedded evaluators, null if the price is unknown. */
  costCents: number | null;
  /** Model calls that contributed to the verdict. */
  calls: number;
  /** Those of `calls` that repeated a failed one. */
  retriedCalls: number;
}

/** How much of the evidence, all texts before the reply, an evaluator looked at. Lengths are in code points. */
export interface Coverage {
  /** How many windows were examined; 1 if everything fit into one. */
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
  'unanchored',
] as const;
export type NoVerdictReason = (typeof noVerdictReasons)[number];

/**
 * The outcome of judging one reply. `no_verdict`, after which a retry may succeed, and `not_judgeable` are neither clean
 * nor an issue, and are never counted as one.
 */
export type Verdict =
  | {
      status: 'completed';
      annotations: Annotation[];
      /** Probability of at least one issue, 0..1, or null where the evaluator gives none. */
      score: number | null;
      /** Absent where no calibration was applied. */
      calibration?: AppliedCalibration;
      /** Findings that a threshold of the calibration does not report. Absent: none. */
      withheld?: Annotation[];
      /** The likeliest words of a reply without findings, which a calibration may report. Absent: none. */
      suspected?: Annotation[];
      /** Findings that were dropped because their quote is not in the reply, or their label was not asked for. */
      unanchored: number;
      usage: Usage;
      coverage: Coverage;
    }
  | { status: 'no_verdict'; reason: NoVerdictReason; message: string; usage: Usage; coverage: Coverage }
  | { status: 'not_judgeable'; reason: NotJudgeableReason; usage: Usage; coverage: Coverage };
