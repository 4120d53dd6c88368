import type { CandidateDecision, Direction, RunMetric } from '../../../workflows/optimization-run/run';
import type { RunState } from '../../../workflows/optimization-run/run-state';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import type { Creator, Experiment } from '../../experiments/experiment';

export interface Objective {
  metric: RunMetric;
  direction: Direction;
  /** Null: issues of any label. */
  label: string | null;
}

export interface Constraint {
  metric: RunMetric;
  label: string | null;
  min: number | null;
  max: number | null;
}

export interface OptimizationRun {
  id: string;
  workspaceId: string;
  name: string;
  conversationIds: string[];
  model: string;
  systemPrompt: string | null;
  evaluatorId: EvaluatorRecord['id'];
  evaluatorVersion: EvaluatorRecord['version'];
  evaluatorName: EvaluatorRecord['name'];
  /** Copied when the run is created, so that the baseline and all candidates are judged alike. */
  issueConfig: Experiment['issueConfig'];
  issueConfigVersion: number;
  objective: Objective;
  constraints: Constraint[];
  maxCandidates: number;
  maxAttempts: number;
  nonRetryableErrorCodes: string[];
  leaseSeconds: number;
  maxCostCents: number | null;
  creator: Creator;
  createdAt: Date;
  /** Whether its prompts and those of its candidates were erased after the retention period. */
  arePromptsErased?: boolean;
  /** US cents of retries of its experiments since the run ended. */
  retryCostCents: number;
  /** US cents of its budget reserved for retries in progress. */
  reservedCents: number;
  /** A copy of the state of the run's workflow. */
  state: RunState;
}

/** The fields of an open run that the reconciler needs. */
export type OpenRun = Pick<OptimizationRun, 'id' | 'workspaceId' | 'createdAt' | 'state'>;

/** The texts and the assessment of a candidate. Its status is in the state of the run. */
export interface Candidate {
  id: string;
  runId: string;
  /** Null if stored by an earlier version; the state of the run has it then. */
  key: string | null;
  systemPrompt: string | null;
  model: string | null;
  note: string | null;
  createdAt: Date;
  /** When the proposal is deleted unless its run accepts it; null: accepted. */
  adoptBy: Date | null;
  assessment: Assessment | null;
  measuredAt: Date | null;
}

export interface ConstraintCheck extends Constraint {
  value: number | null;
  isMet: boolean;
}

/** The comparison of a candidate with the baseline. */
export interface Assessment {
  verdict: CandidateDecision;
  baseline: number | null;
  candidate: number | null;
  pairs: number;
  coverage: number | null;
  pValue: number | null;
  intervalLow: number | null;
  intervalHigh: number | null;
  constraints: ConstraintCheck[];
}
