import type { SearchAttributePair } from '@temporalio/common';
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { PairedOutcomes } from '../packages/statistics';
import type { CandidateOutcome } from './optimization-run/candidate-changes';
import type {
  CandidateMessage,
  ClaimMessage,
  CompleteMessage,
  FailMessage,
  HeartbeatMessage,
  HeartbeatResult,
} from './optimization-run/messages';
import type { Completion, Lease, ReportResult, RunLimits, RunState } from './optimization-run/run-state';

/** A workflow by its type, which is the name of its function, and the id of its execution for one resource. */
export interface WorkflowContract {
  type: string;
  idOf(resourceId: string): string;
}

export const runExperimentWorkflow = workflowContract('runExperiment', 'experiment');
export const optimizeRunWorkflow = workflowContract('optimizeRun', 'optimization-run');
export const drainEvaluationsWorkflow = workflowContract('drainEvaluations', 'evaluations');
export const applyRetentionWorkflow = workflowContract('applyRetention', 'workspace-retention');
export const deleteWorkspaceWorkflow = workflowContract('deleteWorkspace', 'workspace-deletion');
export const runScheduleWorkflow = workflowContract('runSchedule', 'schedule');

function workflowContract(type: string, idPrefix: string): WorkflowContract {
  return { type, idOf: (resourceId) => `${idPrefix}/${resourceId}` };
}

/** How far an execution has come; survives continue-as-new. */
export interface ExperimentProgress {
  /** Position of the last item that was started; -1 before the first. */
  lastPosition: number;
  completed: number;
  failed: number;
  /** US cents spent on generation and evaluation so far, also by items that failed. */
  costCents: number;
  /** The pairs counted so far; absent without `stopWhen`. */
  pairs?: PairedOutcomes;
  /** Set once the pairs have decided; then no further item starts. */
  decision?: RecordedDecision;
  /** With `stopWhen`, items start in the order of their ids: the last one. */
  lastItemId?: string;
}

/** Ends an experiment early: when the pairs of new and original replies decide at this level. */
export interface StopWhen {
  alpha: number;
  /** The smallest difference of the issue rates that matters, 0..1. */
  minEffect: number;
  /** What is asked: whether the new replies have more issues; absent: whether they differ. */
  alternative?: 'worse';
}

/** What the pairs of an experiment have shown, with the numbers at that moment. */
export interface Decision extends StopWhen {
  outcome: 'better' | 'worse' | 'no_effect' | 'not_worse';
  eValue: number;
  /** The confidence sequence of the difference in issue rates, new minus original. */
  intervalLow: number;
  intervalHigh: number;
  pairs: number;
  /** Of them, those in which only the new reply has an issue, and only the original; absent in stored earlier decisions. */
  worsePairs?: number;
  betterPairs?: number;
}

/** A decision with its time, in milliseconds since the epoch. */
export interface RecordedDecision extends Decision {
  decidedAtMs: number;
}

/** Which of the original and the new reply have an issue; both have a verdict. */
export type PairOutcome = 'both' | 'only_original' | 'only_reply' | 'neither';

export interface RunExperimentInput {
  experimentId: string;
  /** The maximum of items in flight. */
  concurrency: number;
  /** No further item starts once this is spent; null: no limit. */
  maxCostCents: number | null;
  /** Items fetched per page. */
  pageSize: number;
  /** Set when the run continues as new. */
  progress: ExperimentProgress | null;
  /** 0, incremented with each retry. */
  executionNumber: number;
  /** Set when the run continues as new: the window that it had last. */
  window?: number | null;
  /** Absent: all items are evaluated. */
  stopWhen?: StopWhen;
}

/** One item of an execution of an experiment. */
export interface ExecuteItemInput {
  experimentId: string;
  itemId: string;
  executionNumber: number;
}

/**
 * The maximum of items in flight now, in addition to `concurrency`: the experiment's share of the workers' slots, which
 * changes with what else runs. 0: it waits. Null: no limit except its own.
 */
export interface ItemWindow {
  window: number | null;
}

/** What an evaluated item cost, and its pair if the experiment has a stopping rule; null: no pair. */
export interface EvaluatedItem {
  /** US cents. */
  costCents: number;
  pair?: PairOutcome | null;
}

/** What an item that has failed for good cost in its execution. */
export interface EndedItem {
  /** US cents. */
  costCents: number;
}

/** What the Temporal UI shows of a workflow, and its search attributes. */
export interface WorkflowDescription {
  staticSummary: string;
  memo: Record<string, unknown>;
  typedSearchAttributes: SearchAttributePair[];
}

export type ExperimentEnding = 'finished' | 'decided' | 'cancelled' | 'max_cost_reached' | 'workflow_lost';

export interface OpenItem {
  itemId: string;
  position: number;
}

/** Why an item could not be completed, as stored with it. */
export interface ItemFailure {
  code: string;
  message: string;
}

export const experimentProgressQuery = defineQuery<ExperimentProgress>('progress');

export interface OptimizeRunInput {
  runId: string;
  limits: RunLimits;
  /** How often the end of an experiment that this workflow did not start is polled, in milliseconds. */
  pollMs: number;
  /** Set when the run continues as new. */
  state: RunState | null;
}

/** The experiment of a candidate, or of the baseline where there is no candidate. */
export interface RunExperimentRequest {
  runId: string;
  experimentId: string;
  candidateId: string | null;
  maxCostCents: number | null;
  /** The conversations that decide; absent: those of the search, and all for the baseline. */
  part?: 'holdout';
}

/** How the workflow of an experiment that was stored is started. */
export interface StoredRunExperiment {
  input: RunExperimentInput;
  description: WorkflowDescription;
}

/** The outcome of a run's experiment; without an error a candidate has a verdict. */
export type MeasuredRunExperiment = CandidateOutcome;

/** An update that is refused fails with an ApplicationFailure whose type is the code of an AppError. */
export const claimUpdate = defineUpdate<Lease, [ClaimMessage]>('claim');
export const heartbeatUpdate = defineUpdate<HeartbeatResult, [HeartbeatMessage]>('heartbeat');
/** Returns the candidate's id. */
export const proposeUpdate = defineUpdate<string, [CandidateMessage]>('propose');
export const completeUpdate = defineUpdate<Completion, [CompleteMessage]>('complete');
export const failUpdate = defineUpdate<ReportResult, [FailMessage]>('fail');
/** The copy of the state in MongoDB is missing or out of date. */
export const saveSignal = defineSignal('save');
export const cancelUpdate = defineUpdate<null, [null]>('cancel');

/** One of the workflows that drain the due evaluations of a workspace. */
export interface EvaluationSlot {
  workspaceId: string;
  /** Slot 0 also waits for what is due later; the others help while it has a backlog. */
  slot: number;
}

export interface DrainEvaluationsInput extends EvaluationSlot {
  /** How long it waits at first, in milliseconds. */
  waitMs: number;
  /** The minimum wait for what is not due yet, in milliseconds. */
  pauseMs: number;
  /** The first backoff for a provider that sends no Retry-After, in milliseconds; it doubles with each round. */
  retryMs: number;
  /** Where its activities run. */
  evaluationTaskQueue: string;
}

export interface EvaluateDueInput extends EvaluationSlot {
  retryMs: number;
}

/** What is due next: 0 for now, null for never. */
export interface NextDue {
  nextInMs: number | null;
}

/** Sent when something is due earlier than the slot looks for it. */
export const evaluationsDueSignal = defineSignal<[{ inMs: number }]>('evaluationsDue');

export interface ApplyRetentionInput {
  workspaceId: string;
  /** Set when the workflow continues as new. */
  position: RetentionPosition | null;
}

/** How far a changed retention has been applied. */
export interface RetentionPosition {
  /** The change it belongs to; a newer change starts from the beginning. */
  changeId: string;
  /** What is being rewritten, by its name. */
  source: string;
  /** The last of it that was rewritten; null before the first. */
  after: string | null;
  processedCount: number;
}

/** Sent when the retention of a workspace has changed. */
export const retentionChangedSignal = defineSignal('retentionChanged');

export interface RunScheduleInput {
  scheduleId: string;
  /** The first interval at which the end of the experiment is polled, in milliseconds; it doubles up to a minute. */
  pollMs: number;
  /** Set when the workflow continues as new. */
  experimentId: string | null;
}

/** A firing of a schedule, by the id of its workflow, which ends with the scheduled time. */
export interface FiringInput {
  scheduleId: string;
  firing: string;
}

export interface DeleteWorkspaceInput {
  workspaceId: string;
  /** How often open workflows of the workspace are checked until all have closed, in milliseconds. */
  pollMs: number;
  /** Waits after the deletion, in milliseconds; after each of them late writes are deleted. */
  sweepAfterMs: number[];
}

/** An execution of an experiment, as its workflow names it. */
export interface ExecutionInput {
  experimentId: string;
  executionNumber: number;
}

export interface WorkspaceInput {
  workspaceId: string;
}

/**
 * Every activity, by the name that workflows call it; the worker provides them. Each may run twice. An interface
 * instead of the type of what implements it: workflows do not depend on what activities depend on.
 */
export interface Activities {
  /** Generates and evaluates one item; returns its cost and, where it is known, how many may be in flight from now on. */
  evaluateItem(input: ExecuteItemInput): Promise<EvaluatedItem & Partial<ItemWindow>>;
  /** Marks the experiment as running; false when the execution has ended, so that there is nothing to do. */
  beginExperiment(input: ExecutionInput): Promise<false | ItemWindow>;
  findItemWindow(input: { experimentId: string }): Promise<ItemWindow>;
  /** In the order of positions; of item ids, if `afterItemId` is given. */
  listOpenItems(input: {
    experimentId: string;
    afterPosition: number;
    afterItemId?: string | null;
    limit: number;
  }): Promise<OpenItem[]>;
  failItem(
    input: { itemId: string; failure: ItemFailure } & Pick<ExecutionInput, 'executionNumber'>,
  ): Promise<EndedItem>;
  /** The pairs of earlier executions. */
  countPairs(input: ExecutionInput): Promise<PairedOutcomes>;
  /** Stores a decision, and skips the items that have not started. */
  recordDecision(input: ExecutionInput & { decision: RecordedDecision }): Promise<void>;
  finishExperiment(
    input: ExecutionInput & { ending: ExperimentEnding; decision?: RecordedDecision },
  ): Promise<void>;

  /** Copies the state of a run to MongoDB; false when the run was deleted. */
  saveOptimizationRun(input: { runId: string; state: RunState }): Promise<boolean>;
  adoptCandidate(input: { id: string }): Promise<void>;
  storeRunExperiment(request: RunExperimentRequest): Promise<StoredRunExperiment>;
  /** Null while its experiment has not ended. */
  measureRunExperiment(
    request: Omit<RunExperimentRequest, 'maxCostCents'>,
  ): Promise<MeasuredRunExperiment | null>;

  /** Creates the experiment of a firing; null if it is refused, or the schedule was deleted. */
  startScheduledExperiment(input: FiringInput): Promise<string | null>;
  /** Whether an experiment has ended or was deleted. */
  hasExperimentEnded(input: { experimentId: string }): Promise<boolean>;

  /** Evaluates what is due in a workspace for about half a minute. */
  evaluateDue(input: EvaluateDueInput): Promise<NextDue>;

  /** Applies the next batch of a changed retention; null when all is done. */
  rewriteRetention(input: ApplyRetentionInput): Promise<RetentionPosition | null>;
  /** False when there is no deletion. */
  beginWorkspaceDeletion(input: WorkspaceInput): Promise<boolean>;
  /** Cancels open workflows of the workspace. Returns whether none is running any more. */
  stopWorkspaceWork(input: WorkspaceInput): Promise<boolean>;
  /** Deletes content for about two seconds. Returns whether nothing is left. */
  deleteWorkspaceContent(input: WorkspaceInput): Promise<boolean>;
  completeWorkspaceDeletion(input: WorkspaceInput): Promise<void>;
}
