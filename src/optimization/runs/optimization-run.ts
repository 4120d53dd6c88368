import type { Direction, RunMetric, Verdict } from '../../../workflows/optimization-run/run';
import type { RunState } from '../../../workflows/optimization-run/run-state';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator.service';
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
  /** As they were when the run was created, so that the baseline and all candidates are judged alike. */
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
  /** Whether its prompts, and those of its candidates, have been erased after the retention of the workspace. */
  arePromptsErased?: boolean;
  /** US cents that retries of its experiments have spent since the run ended. */
  retryCostCents: number;
  /** US cents of its budget that retries in progress may spend. */
  reservedCents: number;
  /** A copy of what the run's workflow holds. */
  state: RunState;
}

/** What the reconciler needs of a run whose workflow should be running. */
export type OpenRun = Pick<OptimizationRun, 'id' | 'workspaceId' | 'createdAt' | 'state'>;

/** The texts of a candidate, and what was measured. What becomes of it is in the run's state. */
export interface Candidate {
  id: string;
  runId: string;
  /** Null of those that earlier versions stored; the state of the run has it then. */
  key: string | null;
  systemPrompt: string | null;
  model: string | null;
  note: string | null;
  createdAt: Date;
  /** When a proposal is removed that its run has not accepted; null: accepted. */
  adoptBy: Date | null;
  assessment: Assessment | null;
  measuredAt: Date | null;
}

export interface ConstraintCheck extends Constraint {
  value: number | null;
  isMet: boolean;
}

/** How a candidate compares with the baseline. */
export interface Assessment {
  verdict: Verdict;
  baseline: number | null;
  candidate: number | null;
  pairs: number;
  coverage: number | null;
  pValue: number | null;
  intervalLow: number | null;
  intervalHigh: number | null;
  constraints: ConstraintCheck[];
}
