import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type WorkflowHandle, WorkflowNotFoundError } from '@temporalio/client';
import {
  type RunExperimentInput,
  runExperimentWorkflow,
  type WorkflowDescription,
} from '../../../workflows/contracts';
import type { runExperiment } from '../../../workflows/run-experiment.workflow';
import { callTemporal, pingTemporal } from '../../platform/temporal/connection';
import { priorityOf } from '../../platform/temporal/priority';
import { listRunningWorkflows } from '../../platform/temporal/running-workflows';
import {
  modelAttribute,
  optimizationRunAttribute,
  workspaceAttribute,
} from '../../platform/temporal/search-attributes';
import { summarize } from '../../platform/temporal/summary';
import type { Experiment } from '../store/experiment';

const PAGE_SIZE = 500;
const CLOSING_MS = 5000;
const POLL_MS = 100;
const { type, idOf } = runExperimentWorkflow;

/** What the service asks of Temporal for experiments. All throw AppError temporal_unavailable in an outage. */
export interface ExperimentWorkflows {
  /** Resolves when Temporal responds. */
  ping(): Promise<void>;
  /** Starts the experiment's workflow, or joins the one that runs. */
  start(experiment: Experiment): Promise<void>;
  /** Asks the workflow to cancel; false when none is running. */
  cancel(experimentId: string): Promise<boolean>;
  /** The experiments that visibility lists with a running workflow; visibility may be a little behind. */
  listRunning(experimentIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether a workflow of the experiment is running. */
  isRunning(experimentId: string): Promise<boolean>;
  /** Waits a few seconds for the workflow to close; false when it still runs then. */
  hasClosed(experimentId: string): Promise<boolean>;
}

/** The input of an experiment's workflow. */
export function experimentInput(experiment: Experiment): RunExperimentInput {
  const { id, concurrency, maxCostCents, reservedCents, executionNumber, stopWhen, decision } = experiment;
  return {
    experimentId: id,
    concurrency,
    maxCostCents: reservedCents ?? maxCostCents,
    pageSize: PAGE_SIZE,
    progress: null,
    executionNumber,
    // A decision stands: the retry of its failed items has no rule.
    ...(stopWhen !== null && decision === null && { stopWhen }),
  };
}

/** What the Temporal UI shows of an experiment, and finds it by. */
export function describeExperiment(experiment: Experiment): WorkflowDescription {
  const { name, model, workspaceId, optimizationRunId, conversationIds, samplesPerItem, evaluatorName } =
    experiment;
  const conversations = conversationIds.length;
  const items = conversations * samplesPerItem;
  const samples = samplesPerItem === 1 ? '' : `, ${samplesPerItem} samples each`;
  return {
    staticSummary: summarize(`${name}: ${conversations} conversations with ${model}${samples}`),
    memo: { name: summarize(name), model: summarize(model), evaluator: summarize(evaluatorName), items },
    typedSearchAttributes: [
      { key: workspaceAttribute, value: workspaceId },
      { key: modelAttribute, value: model },
      ...(optimizationRunId === null ? [] : [{ key: optimizationRunAttribute, value: optimizationRunId }]),
    ],
  };
}

export function createExperimentWorkflows(client: Client, taskQueue: string): ExperimentWorkflows {
  return {
    isRunning: (experimentId) => isRunning(client, experimentId),

    ping: () => pingTemporal(client),

    async start(experiment) {
      await callTemporal(client, () =>
        client.workflow.start<typeof runExperiment>(type, {
          taskQueue,
          workflowId: idOf(experiment.id),
          args: [experimentInput(experiment)],
          workflowIdConflictPolicy: 'USE_EXISTING',
          // Not REJECT_DUPLICATE: a retry of the failed items is a second execution under the same id.
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          priority: priorityOf(experiment.workspaceId),
          ...describeExperiment(experiment),
        }),
      );
    },

    async cancel(experimentId) {
      return callTemporal(client, async () => {
        try {
          await handleOf(client, experimentId).cancel();
          return true;
        } catch (error) {
          if (error instanceof WorkflowNotFoundError) return false;
          throw error;
        }
      });
    },

    async listRunning(experimentIds) {
      const runningIds = await listRunningWorkflows(client, experimentIds.map(idOf));
      return new Set(experimentIds.filter((id) => runningIds.has(idOf(id))));
    },

    async hasClosed(experimentId) {
      const end = Date.now() + CLOSING_MS;
      while (await isRunning(client, experimentId)) {
        if (Date.now() > end) return false;
        await sleep(POLL_MS);
      }
      return true;
    },
  };
}

function isRunning(client: Client, experimentId: string): Promise<boolean> {
  return callTemporal(client, async () => {
    try {
      const { status } = await handleOf(client, experimentId).describe();
      return status.name === 'RUNNING';
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  });
}

function handleOf(client: Client, experimentId: string): WorkflowHandle {
  return client.workflow.getHandle(idOf(experimentId));
}
