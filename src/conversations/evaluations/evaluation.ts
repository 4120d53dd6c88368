import { randomUUID } from 'node:crypto';
import type { Annotation, NotJudgeableReason } from '../../../packages/detector';
import { currentTime } from '../../platform/clock';
import type { AppliedCalibration, Coverage, NoVerdictReason, Usage, Verdict } from './verdict';

/** What was judged, by which evaluator and why. */
export interface EvaluationSubject {
  workspaceId: string;
  conversationId: string;
  messageId: string;
  /** The experiment that requested it, else null. */
  experimentId: string | null;
  /** Set when the judged message is the reply an experiment item generated; null for messages of the conversation itself. */
  itemId: string | null;
  evaluatorId: string;
  evaluatorVersion: number;
  /** Null when the request had its own labels or context. */
  issueConfigVersion: number | null;
  /** When MongoDB removes it; null: never. */
  expireAt: Date | null;
}

/** One judgment of one message. It has annotations and a score only if it is completed. */
export interface Evaluation extends EvaluationSubject {
  id: string;
  status: Verdict['status'];
  /** Why it is not completed; null if it is. */
  reason: NoVerdictReason | NotJudgeableReason | null;
  annotations: Annotation[];
  /** Findings that a threshold does not report: they are in no count, list or rate. */
  withheld: Annotation[];
  /**
   * The likeliest words of a reply in which the evaluator found nothing. If its calibration has a lower threshold, they
   * are its annotations too.
   */
  suspected: Annotation[];
  /** As the evaluator reports it. */
  score: number | null;
  /** Null where none was applied. */
  calibration: AppliedCalibration | null;
  unanchored: number;
  usage: Usage;
  coverage: Coverage;
  createdAt: Date;
}

/** An evaluation without its annotations. */
export type Judgment = Pick<
  Evaluation,
  'id' | 'messageId' | 'evaluatorId' | 'evaluatorVersion' | 'status' | 'createdAt'
>;

/** The record of a verdict. A repeated try with the same `id` rewrites its own record. */
export function makeEvaluation(
  subject: EvaluationSubject,
  verdict: Verdict,
  id: string = randomUUID(),
): Evaluation {
  const { usage, coverage } = verdict;
  const common = { ...subject, id, usage, coverage, createdAt: currentTime() };
  if (verdict.status !== 'completed') {
    const { status, reason } = verdict;
    return {
      ...common,
      status,
      reason,
      annotations: [],
      withheld: [],
      suspected: [],
      score: null,
      calibration: null,
      unanchored: 0,
    };
  }
  const { annotations, withheld = [], suspected = [], score, calibration = null, unanchored } = verdict;
  const report = { annotations, withheld, suspected, score, calibration, unanchored };
  return { ...common, status: 'completed', reason: null, ...report };
}

/** An evaluation with what the evaluator found, as if no calibration had been applied. */
export function withRawFindings(evaluation: Evaluation): Evaluation {
  const { annotations, withheld, suspected } = evaluation;
  const findings = suspected.length > 0 ? [] : [...annotations, ...withheld];
  return { ...evaluation, annotations: findings, withheld: [] };
}
