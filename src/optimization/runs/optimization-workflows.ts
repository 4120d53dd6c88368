import {
  type Client,
  type WorkflowHandle,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
} from '@temporalio/client';
import { ApplicationFailure, type UpdateDefinition } from '@temporalio/common';
import { type OptimizeRunInput, optimizeRunWorkflow, saveSignal } from '../../../workflows/contracts';
import type { optimizeRun } from '../../../workflows/optimize-run.workflow';
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

/** The result of an update when the run has no open workflow that could handle it. */
export const closed = Symbol('closed');

/** What the service asks of Temporal for optimization runs. All throw AppError temporal_unavailable in an outage. */
export interface OptimizationWorkflows {
  /** Resolves when Temporal responds. */
  ping(): Promise<void>;
  /** Starts the run's workflow, or joins the one that runs. */
  start(run: OptimizationRun): Promise<void>;
  /** The runs that visibility lists with a running workflow; visibility may be a little behind. */
  listRunning(runIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether a workflow of the run is running. */
  isRunning(runId: string): Promise<boolean>;
  /** Asks the workflow, where one runs, to copy its state to MongoDB. */
  requestSave(runId: string): Promise<void>;
  /** Sends an update and waits for its result. @throws AppError of the code with which the workflow refuses it */
  executeUpdate<Result, Message>(
    runId: string,
    update: UpdateDefinition<Result, [Message]>,
    message: Message,
  ): Promise<Result | typeof closed>;
}

export function createOptimizationWorkflows(client: Client, taskQueue: string): OptimizationWorkflows {
  const { type, idOf } = optimizeRunWorkflow;
  const handleOf = (runId: string): WorkflowHandle => client.workflow.getHandle(idOf(runId));
  return {
    ping: () => pingTemporal(client),

    async start(run) {
      const input: OptimizeRunInput = { runId: run.id, limits: limitsOf(run), pollMs: POLL_MS, state: null };
      await callTemporal(client, () =>
        client.workflow.start<typeof optimizeRun>(type, {
          taskQueue,
          workflowId: idOf(run.id),
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
      const runningIds = await listRunningWorkflows(client, runIds.map(idOf));
      return new Set(runIds.filter((id) => runningIds.has(idOf(id))));
    },

    isRunning: (runId) =>
      callTemporal(client, () =>
        orClosed(async () => (await handleOf(runId).describe()).status.name === 'RUNNING'),
      ).then((isRunning) => isRunning === true),

    async requestSave(runId) {
      await callTemporal(client, () => orClosed(() => handleOf(runId).signal(saveSignal)));
    },

    executeUpdate: (runId, update, message) =>
      callTemporal(client, () => orClosed(() => handleOf(runId).executeUpdate(update, { args: [message] }))),
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

/** The AppError with which the workflow refused an update. */
function refusalOf({ cause }: WorkflowUpdateFailedError): AppError | null {
  if (!(cause instanceof ApplicationFailure) || !isErrorCode(cause.type)) return null;
  return new AppError(cause.type, cause.message, (cause.details?.[0] ?? {}) as AppErrorOptions);
}

function isErrorCode(type: string | null | undefined): type is ErrorCode {
  return type !== null && type !== undefined && Object.hasOwn(errorCatalog, type);
}
