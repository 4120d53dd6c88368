import type { IssueConfig } from '../evaluation/judgement/evaluator';

export const itemStatuses = ['pending', 'queued', 'generating', 'evaluating', 'completed', 'failed'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** Statuses in which an item still has work to do. */
export const openItemStatuses: ItemStatus[] = ['pending', 'queued', 'generating', 'evaluating'];

export const experimentStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type ExperimentStatus = (typeof experimentStatuses)[number];

/** Statuses of an experiment whose workflow has not ended. */
export const openExperimentStatuses: ExperimentStatus[] = ['pending', 'running'];

export const endedExperimentStatuses: ExperimentStatus[] = ['completed', 'failed', 'cancelled'];

/** Who started an experiment. */
export interface Creator {
  userId: string | null;
  userName: string | null;
  serviceAccountId: string | null;
  serviceAccountName: string | null;
}

export interface OutputField {
  name: string;
  type: string;
  isList: boolean;
  isOptional: boolean;
}

/** What an experiment competes for while it runs. */
export interface ExperimentLoad {
  /** The provider of its model; null where replies are passed through. */
  generatingProvider: string | null;
  /** The provider of its judge; null where the evaluator is built in. */
  judgingProvider: string | null;
  /** Items that it would have in flight with nothing else running. */
  demand: number;
}

export interface Experiment {
  id: string;
  workspaceId: string;
  name: string;
  model: string;
  isPassThrough: boolean;
  evaluatorId: string;
  evaluatorVersion: number;
  evaluatorName: string;
  /** As it was when the experiment was created, so that all items are judged alike. */
  issueConfig: IssueConfig;
  issueConfigVersion: number;
  conversationIds: string[];
  reasoningConfig: Record<string, unknown> | null;
  systemPromptOverride: string | null;
  outputSchema: OutputField[] | null;
  concurrency: number;
  maxCostCents: number | null;
  status: ExperimentStatus;
  /** Of the current or latest execution: 0, and one more with each retry. Whatever ends an execution names it. */
  executionNumber: number;
  creator: Creator;
  /** The optimization run that it measures something for; null: it was asked for by itself. */
  optimizationRunId: string | null;
  /** Whether that run has ended for good, so that the experiment may be retried and deleted. */
  isReleasedByRun: boolean;
  createdAt: Date;
  /** When the current run was asked for: at creation, and again at each retry. */
  requestedAt: Date;
  completedAt: Date | null;
  /** US cents, over its executions that have ended; attempts have accounts while one runs. */
  costCents: number;
  /** US cents of its optimization run's budget that the current retry may spend; null: no retry, or no limit. */
  reservedCents: number | null;
  /** Set when its run begins; null before. */
  load: ExperimentLoad | null;
  /** Results, frozen when the run ends; null while they still change. */
  tally: Tally | null;
}

/** What the reconciler needs of an experiment whose workflow should be running. */
export type OpenExperiment = Pick<Experiment, 'id' | 'workspaceId' | 'requestedAt'>;

/** A running experiment with what it competes for. */
export type RunningLoad = Pick<Experiment, 'id' | 'workspaceId'> & ExperimentLoad;

/** What an annotation contributes to metrics. */
export interface Finding {
  label: string;
  toolName: string | null;
  parameterName: string | null;
}

/** A reply of an item, the new one or the original: what wrote it and what was found in it. */
export interface ReplySide {
  messageId: string | null;
  evaluationId: string | null;
  model: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  latencyMs: number | null;
  costUsd: number | null;
  /** Null until evaluated, and when the judge gave no verdict. */
  findings: Finding[] | null;
  hasNoVerdict: boolean;
}

export interface ExperimentItem {
  id: string;
  workspaceId: string;
  experimentId: string;
  position: number;
  conversationId: string;
  status: ItemStatus;
  /** Of the execution of the experiment that works on it, or did last. */
  executionNumber: number;
  sourcePreview: string;
  attempts: number;
  /** Failures of a peer that are held against the item in its current run. */
  transientFailures: number;
  error: { code: string; message: string } | null;
  reply: ReplySide;
  baseline: ReplySide | null;
  evaluationsExpected: number;
  evaluationsReceived: number;
  createdAt: Date;
  completedAt: Date | null;
}

/** An item with what was found in its new reply. */
export type ItemFindings = Pick<ExperimentItem, 'id' | 'position' | 'conversationId'> & {
  reply: Pick<ReplySide, 'messageId' | 'evaluationId' | 'findings'>;
};

/** Every key of the contract's status summary; the first five and `failed` add up to `total`. */
export interface StatusSummary {
  pending: number;
  queued: number;
  generating: number;
  evaluating: number;
  in_progress: number;
  completed: number;
  failed: number;
  total: number;
}

export interface Metrics {
  issue_rate: number | null;
  total_issues: number;
  cost_per_1k: number | null;
  issue_labels: Record<string, number>;
  total_input_tokens: number;
  total_output_tokens: number;
  avg_input_tokens: number | null;
  avg_output_tokens: number | null;
  avg_issues_per_evaluation: number | null;
  issue_free_message_count: number;
  total_generation_time_ms: number;
  avg_response_latency_ms: number | null;
  max_response_latency_ms: number | null;
  parameter_issues: Record<string, Record<string, number>>;
  /** Denominator of `issue_rate`: replies with a verdict. */
  evaluated_count: number;
  /** Replies the judge could not judge; in no rate. */
  no_verdict_count: number;
}

/** All numbers of an experiment, taken from one consistent view of its items. */
export interface Tally {
  statusSummary: StatusSummary;
  evaluationsExpected: number;
  evaluationsReceived: number;
  metrics: Metrics;
  baselineMetrics: Metrics;
  baselineModels: string[];
}

export const emptySide: ReplySide = {
  messageId: null,
  evaluationId: null,
  model: null,
  inputTokens: null,
  outputTokens: null,
  latencyMs: null,
  costUsd: null,
  findings: null,
  hasNoVerdict: false,
};
