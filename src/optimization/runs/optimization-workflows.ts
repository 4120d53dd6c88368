import {
  type Client,
  type WorkflowHandle,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type {
  CandidateMessage,
  CompleteMessage,
  FailMessage,
  HeartbeatAnswer,
  HeartbeatMessage,
  OptimizeRunInput,
} from '../../../workflows/contracts';
import type { ClaimMessage } from '../../../workflows/optimization-run/run-changes';
import type { Completion, Lease, ReportAnswer } from '../../../workflows/optimization-run/run-state';
import {
  AppError,
  type AppErrorOptions,
  type ErrorCode,
  errorCatalog,
} from '../../platform/errors/app-error';
import { callTemporal, pingTemporal } from '../../platform/temporal/connection';
import { priorityOf } from '../../platform/temporal/priority';
import { listRunningWorkflows } from '../../platform/temporal/running-workflows';
import {
  modelAttribute,
  optimizationRunAttribute,
  workspaceAttribute,
} from '../../platform/temporal/search-attributes';
import { summarize } from '../../platform/temporal/summary';
import type { OptimizationRun } from './optimization-run';
import { limitsOf } from './run-limits';

const POLL_MS = 5000;

/** The messages that a run's workflow takes, with what they are answered. */
export interface RunMessages {
  claim: { message: ClaimMessage; answer: Lease };
  heartbeat: { message: HeartbeatMessage; answer: HeartbeatAnswer };
  /** Answers the candidate's id. */
  propose: { message: CandidateMessage; answer: string };
  complete: { message: CompleteMessage; answer: Completion };
  fail: { message: FailMessage; answer: ReportAnswer };
  cancel: { message: null; answer: null };
}

/** Instead of an answer: no workflow of the run is there to take the message. */
export const closed = Symbol('closed');

/** What the service asks of Temporal for optimization runs. All throw AppError temporal_unavailable in an outage. */
export interface OptimizationWorkflows {
  /** Resolves when Temporal answers. */
  ping(): Promise<void>;
  /** Starts the run's workflow, or joins the one that runs. */
  start(run: OptimizationRun): Promise<void>;
  /** Those of the runs that visibility lists with a running workflow; it may be a little behind. */
  listRunning(runIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether a workflow of the run is running. */
  isRunning(runId: string): Promise<boolean>;
  /** Has the workflow copy its state to MongoDB, where it runs. */
  askToSave(runId: string): Promise<void>;
  /** Sends a message and waits for its answer. @throws AppError of the code with which it is refused */
  send<Name extends keyof RunMessages>(
    runId: string,
    name: Name,
    message: RunMessages[Name]['message'],
  ): Promise<RunMessages[Name]['answer'] | typeof closed>;
}

export function optimizationWorkflowId(runId: string): string {
  return `optimization-run/${runId}`;
}

export function createOptimizationWorkflows(client: Client, taskQueue: string): OptimizationWorkflows {
  const workflowIdOf = optimizationWorkflowId;
  const handleOf = (runId: string): WorkflowHandle => client.workflow.getHandle(workflowIdOf(runId));
  return {
    ping: () => pingTemporal(client),

    async start(run) {
      const input: OptimizeRunInput = { runId: run.id, limits: limitsOf(run), pollMs: POLL_MS, state: null };
      await callTemporal(client, () =>
        client.workflow.start('optimizeRun', {
          taskQueue,
          workflowId: workflowIdOf(run.id),
          args: [input],
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          priority: priorityOf(run.workspaceId),
          staticSummary: summarize(`${run.name}: ${run.objective.direction} ${run.objective.metric}`),
          memo: {
            name: summarize(run.name),
            model: summarize(run.model),
            evaluator: summarize(run.evaluatorName),
          },
          typedSearchAttributes: [
            { key: workspaceAttribute, value: run.workspaceId },
            { key: modelAttribute, value: run.model },
            { key: optimizationRunAttribute, value: run.id },
          ],
        }),
      );
    },

    async listRunning(runIds) {
      const running = await listRunningWorkflows(client, runIds.map(workflowIdOf));
      return new Set(runIds.filter((id) => running.has(workflowIdOf(id))));
    },

    isRunning: (runId) =>
      callTemporal(client, () =>
        orClosed(async () => (await handleOf(runId).describe()).status.name === 'RUNNING'),
      ).then((isRunning) => isRunning === true),

    async askToSave(runId) {
      await callTemporal(client, () => orClosed(() => handleOf(runId).signal('save')));
    },

    send: (runId, name, message) =>
      callTemporal(client, () =>
        orClosed(() =>
          handleOf(runId).executeUpdate<RunMessages[typeof name]['answer'], [unknown]>(name, {
            args: [message],
          }),
        ),
      ),
  };
}

async function orClosed<Result>(call: () => Promise<Result>): Promise<Result | typeof closed> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return closed;
    if (error instanceof WorkflowUpdateFailedError) throw refusalOf(error) ?? error;
    throw error;
  }
}

/** The AppError with which the workflow refused a message. */
function refusalOf({ cause }: WorkflowUpdateFailedError): AppError | null {
  if (!(cause instanceof ApplicationFailure) || !isErrorCode(cause.type)) return null;
  return new AppError(cause.type, cause.message, (cause.details?.[0] ?? {}) as AppErrorOptions);
}

function isErrorCode(type: string | null | undefined): type is ErrorCode {
  return type !== null && type !== undefined && Object.hasOwn(errorCatalog, type);
}
