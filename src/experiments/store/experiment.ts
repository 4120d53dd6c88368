import type { IssueConfig } from '../../../packages/detector';
import type { Decision, StopWhen } from '../../../workflows/contracts';
import type { ChosenBy } from '../../conversations/message-filter/chosen-by';
import type { PromptWarning } from '../prompts/prompt-warnings';
import type { Costs } from './costs';

export const itemStatuses = [
  'pending',
  'queued',
  'generating',
  'evaluating',
  'completed',
  'failed',
  'skipped',
] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** Statuses of an item that has not ended. */
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

/** The resources that a running experiment competes for. */
export interface ExperimentLoad {
  /** The provider of its model; null if replies are passed through. */
  generatingProvider: string | null;
  /** The provider of its judge; null for the embedded evaluator. */
  judgingProvider: string | null;
  /** Items that it would have in flight if nothing else was running. */
  demand: number;
}

/** What holds a running experiment back. `share`: other slots are used by or reserved for other experiments. */
export const experimentLimits = ['concurrency', 'provider', 'share', 'cost_limit', 'rate_limit'] as const;
export type ExperimentLimit = (typeof experimentLimits)[number];

/** What narrows the window of an experiment below its demand. */
export type WindowLimit = Extract<ExperimentLimit, 'provider' | 'share'>;

/** Which reply of a conversation is replayed: its last one, or the latest with a finding. */
export const replayedTurns = ['last_reply', 'flagged_reply'] as const;
export type ReplayAt = (typeof replayedTurns)[number];

export interface Experiment {
  id: string;
  workspaceId: string;
  name: string;
  model: string;
  isPassThrough: boolean;
  /** The experiment whose stored replies are judged again; null for others. */
  rejudgedExperimentId: string | null;
  /** The experiment whose fresh baseline it is, or judges again; null for others. */
  baselineOfExperimentId: string | null;
  evaluatorId: string;
  evaluatorVersion: number;
  evaluatorName: string;
  /** Copied when the experiment is created, so that all items are judged alike. */
  issueConfig: IssueConfig;
  issueConfigVersion: number;
  conversationIds: string[];
  /** Replies that are generated for each conversation. */
  samplesPerItem: number;
  /** The set that selected them, `name@version`. */
  set: string | null;
  /** The message filter that selected them. */
  filter: string | null;
  /** How the conversations, or the replies that are replayed, were chosen. */
  chosenBy: ChosenBy;
  replayAt: ReplayAt;
  /** When conversations were added last; null: never. */
  conversationsAddedAt: Date | null;
  /** It judges replies of an experiment that its decision has ended, so results have chosen its size. */
  isSourceDecided: boolean;
  reasoningConfig: Record<string, unknown> | null;
  /** A template, see packages/text/prompt-template.ts. */
  systemPromptOverride: string | null;
  warnings: PromptWarning[];
  outputSchema: OutputField[] | null;
  concurrency: number;
  maxCostCents: number | null;
  /** Null: all items are evaluated. */
  stopWhen: StopWhen | null;
  /** Set, with its time, once the pairs have decided. */
  decision: Decision | null;
  decidedAt: Date | null;
  /** Model calls that skipped items would have made; null until an execution ends decided. */
  modelCallsSaved: number | null;
  status: ExperimentStatus;
  /**
   * The number of the current or latest execution: 0, incremented with each retry. Writes that end an
   * execution name it.
   */
  executionNumber: number;
  creator: Creator;
  /** The optimization run whose baseline or candidate it measures; null for others. */
  optimizationRunId: string | null;
  /** Whether that run has ended, so that the experiment may be retried and deleted. */
  isReleasedByRun: boolean;
  createdAt: Date;
  /** When the current execution was requested: at creation, or at the latest retry. */
  requestedAt: Date;
  completedAt: Date | null;
  /**
   * US cents over its ended executions, of the calls whose price is known; the call costs of tries are added while one
   * is running.
   */
  costCents: number;
  /** Over its ended executions; null until one ends. */
  costs: Costs | null;
  /**
   * US cents of its optimization run's budget reserved for the current retry; null: no retry, or no limit.
   */
  reservedCents: number | null;
  /** Null until its execution begins. */
  load: ExperimentLoad | null;
  /** What narrowed its window when shares were computed last; null: nothing. */
  windowLimit: WindowLimit | null;
  /** Final results; null until the execution ends. */
  tally: Tally | null;
}

/** The fields of an open experiment that the reconciler needs. */
export type OpenExperiment = Pick<Experiment, 'id' | 'workspaceId' | 'requestedAt'>;

/** A running experiment with its load. */
export type RunningLoad = Pick<Experiment, 'id' | 'workspaceId' | 'windowLimit'> & ExperimentLoad;

/** The fields of an annotation that metrics are computed from. */
export interface Finding {
  label: string;
  toolName: string | null;
  parameterName: string | null;
}

/** Where a reply does not match the output schema. */
export interface SchemaError {
  /** Dotted; empty for the reply as a whole. */
  path: string;
  message: string;
}

/** The new or the original reply of an item, with its generation and its findings. */
export interface ReplySide {
  messageId: string | null;
  evaluationId: string | null;
  model: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  latencyMs: number | null;
  costUsd: number | null;
  /** See `replyLength`. Null until the item completes, and of an original reply that was deleted by then. */
  lengthChars: number | null;
  /** Of a new reply that was asked for by an output schema; null for others. */
  schemaErrors: SchemaError[] | null;
  /** Null until evaluated, and unless the evaluation is completed. */
  findings: Finding[] | null;
  hasNoVerdict: boolean;
  isNotJudgeable: boolean;
}

export interface ExperimentItem {
  id: string;
  workspaceId: string;
  experimentId: string;
  position: number;
  conversationId: string;
  /** Its number among the replies to the conversation, from 0. The first one judges the original reply. */
  sampleIndex: number;
  status: ItemStatus;
  /** The number of the latest execution of the experiment that works on it. */
  executionNumber: number;
  sourcePreview: string;
  /** The index in its conversation of the original reply, whose id `baseline` has; null without one. */
  replayedIndex: number | null;
  /** The reply of another experiment that is judged again; null in others. */
  rejudgedMessageId: string | null;
  attempts: number;
  /** Transient failures in its current execution. */
  transientFailures: number;
  error: { code: string; message: string } | null;
  /** Why its last try failed, while it is queued for the next one. */
  queuedReason: { code: string; message: string } | null;
  reply: ReplySide;
  baseline: ReplySide | null;
  evaluationsExpected: number;
  evaluationsReceived: number;
  createdAt: Date;
  completedAt: Date | null;
}

/** An item with the findings in its new reply, and what its generation took. */
export type ItemFindings = Pick<ExperimentItem, 'id' | 'position' | 'conversationId'> & {
  reply: Pick<
    ReplySide,
    'messageId' | 'evaluationId' | 'findings' | 'inputTokens' | 'outputTokens' | 'latencyMs' | 'costUsd'
  >;
};

/** Items by status. `inProgress` is generating + evaluating. */
export interface StatusSummary {
  pending: number;
  queued: number;
  generating: number;
  evaluating: number;
  inProgress: number;
  completed: number;
  failed: number;
  /** Not evaluated, because the experiment was decided before. */
  skipped: number;
  total: number;
}

export interface Metrics {
  issueRate: number | null;
  totalIssues: number;
  costPer1k: number | null;
  issueLabels: Record<string, number>;
  totalInputTokens: number;
  totalOutputTokens: number;
  avgInputTokens: number | null;
  avgOutputTokens: number | null;
  avgIssuesPerEvaluation: number | null;
  issueFreeMessageCount: number;
  totalGenerationTimeMs: number;
  avgResponseLatencyMs: number | null;
  maxResponseLatencyMs: number | null;
  parameterIssues: Record<string, Record<string, number>>;
  /** Denominator of `issueRate`: replies with a verdict. */
  evaluatedCount: number;
  /** Replies without a verdict because the judge failed; excluded from all rates. */
  noVerdictCount: number;
  /** Replies that the evaluator cannot judge; excluded from all rates. */
  notJudgeableCount: number;
  /** Replies that do not match the output schema. */
  schemaMismatchCount: number;
}

/** All numbers of an experiment, from one consistent view of its items. */
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
  lengthChars: null,
  schemaErrors: null,
  findings: null,
  hasNoVerdict: false,
  isNotJudgeable: false,
};
