import type { Spread } from '../../../packages/statistics';
import type {
  CandidateDecision,
  DecisionPart,
  Direction,
  RunMetric,
} from '../../../workflows/optimization-run/run';
import type { RunState } from '../../../workflows/optimization-run/run-state';
import type { ChosenBy } from '../../conversations/message-filter/chosen-by';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import type { PromptWarning } from '../../experiments/prompts/prompt-warnings';
import type { Creator, Experiment } from '../../experiments/store/experiment';

export interface Objective {
  metric: RunMetric;
  direction: Direction;
  /** Null: issues of any label. */
  label: string | null;
  /** The smallest difference that matters, in the unit of the metric; null: the default. */
  minEffect: number | null;
}

export interface Constraint {
  metric: RunMetric;
  label: string | null;
  min: number | null;
  max: number | null;
  /** What `min` and `max` bound: the difference from the baseline, or the value. */
  relativeTo: 'baseline' | null;
}

/** How the conversations of a run are divided. */
export interface HoldoutSplit {
  holdoutShare: number;
  /** Conversations that are held out by `holdoutShare`, whether or not they are enough. */
  holdoutCount: number;
  decidedOn: DecisionPart;
}

export interface OptimizationRun {
  id: string;
  workspaceId: string;
  name: string;
  conversationIds: string[];
  /** The set that selected them, `name@version`. */
  set: string | null;
  /** The message filter that selected them. */
  filter: string | null;
  /** How they were chosen. */
  chosenBy: ChosenBy;
  model: string;
  systemPrompt: string | null;
  /** About its system prompt. */
  warnings: PromptWarning[];
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
  /** Of the runners that it is offered to; null: all. */
  strategy: string | null;
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
  split: HoldoutSplit;
  /** A copy of the state of the run's workflow. */
  state: RunState;
}

/** The fields of an open run that the reconciler needs. */
export type OpenRun = Pick<OptimizationRun, 'id' | 'workspaceId' | 'createdAt' | 'state'>;

/** The texts and the assessment of a candidate. Its status is in the state of the run. */
export interface Candidate {
  id: string;
  runId: string;
  key: string;
  systemPrompt: string | null;
  model: string | null;
  note: string | null;
  /** About the system prompt that it is measured with. */
  warnings: PromptWarning[];
  createdAt: Date;
  /** When the proposal is deleted unless its run accepts it; null: accepted. */
  adoptBy: Date | null;
  assessment: Assessment | null;
  /** On the hold-out; absent unless measured there. */
  holdoutAssessment?: Assessment | null;
  measuredAt: Date | null;
}

export interface ConstraintCheck extends Constraint {
  value: number | null;
  isMet: boolean;
  /** The comparison with the baseline; absent where the constraint is not relative. */
  comparison?: ConstraintComparison;
}

export interface ConstraintComparison {
  baseline: number | null;
  difference: number;
  /** One-sided 95% bounds of the difference; null: unbounded. */
  lowerBound: number | null;
  upperBound: number | null;
  /** One-sided, of a difference beyond the constraint. */
  pValue: number;
  pairs: number;
  /** Pairs with which the bound would be within the constraint; null if met, violated, or unknown. */
  pairsNeeded: number | null;
}

/** The tests of an objective, by name. */
export const pairedTests = ['mcnemar_exact', 'sign_flip', 'maxima_exchange'] as const;
export type PairedTest = (typeof pairedTests)[number];

/** The comparison of a candidate with the baseline. */
export interface Assessment {
  verdict: CandidateDecision;
  baseline: number | null;
  candidate: number | null;
  pairs: number;
  coverage: number | null;
  pValue: number | null;
  /** Of the difference of the objective. */
  intervalLow: number | null;
  intervalHigh: number | null;
  test: PairedTest;
  difference: number | null;
  spread: Spread | null;
  /** In the part on which both were measured. */
  conversations: number;
  constraints: ConstraintCheck[];
}
