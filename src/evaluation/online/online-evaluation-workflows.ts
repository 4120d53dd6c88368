import type { Client } from '@temporalio/client';
import {
  type DrainEvaluationsInput,
  drainEvaluationsWorkflow,
  type EvaluationSlot,
  evaluationsDueSignal,
} from '../../../workflows/contracts';
import type { drainEvaluations } from '../../../workflows/drain-evaluations.workflow';
import { callTemporal } from '../../platform/temporal/connection';
import { priorityOf } from '../../platform/temporal/priority';
import { workspaceAttribute } from '../../platform/temporal/search-attributes';

/** How a workflow paces itself; milliseconds. */
export type EvaluationPace = Pick<DrainEvaluationsInput, 'pauseMs' | 'retryMs'>;

const defaultPace: EvaluationPace = { pauseMs: 10_000, retryMs: 5000 };

/** What the service asks of Temporal for online evaluation. All throw AppError temporal_unavailable in an outage. */
export interface OnlineEvaluationWorkflows {
  /** Starts the workflow of a slot, or signals the one that runs, so that it looks in `inMs` at the latest. */
  wake(slot: EvaluationSlot, inMs: number): Promise<void>;
}

/**
 * The queue of the activities of online evaluation. It has slots apart from experiments, whose items would wait behind
 * every conversation that an application has sent.
 */
export function onlineEvaluationQueue(taskQueue: string): string {
  return `${taskQueue}/online-evaluation`;
}

export function createOnlineEvaluationWorkflows(
  client: Client,
  taskQueue: string,
  pace: EvaluationPace = defaultPace,
): OnlineEvaluationWorkflows {
  const { type, idOf } = drainEvaluationsWorkflow;
  return {
    async wake({ workspaceId, slot }, inMs) {
      const input: DrainEvaluationsInput = {
        workspaceId,
        slot,
        waitMs: inMs,
        ...pace,
        evaluationTaskQueue: onlineEvaluationQueue(taskQueue),
      };
      await callTemporal(client, () =>
        client.workflow.signalWithStart<typeof drainEvaluations, [{ inMs: number }]>(type, {
          taskQueue,
          workflowId: idOf(`${workspaceId}/${slot}`),
          args: [input],
          // A workspace gets new replies, and so another run, after its workflow has ended.
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          signal: evaluationsDueSignal,
          signalArgs: [{ inMs }],
          priority: priorityOf(workspaceId),
          staticSummary: `Due evaluations of workspace ${workspaceId}`,
          typedSearchAttributes: [{ key: workspaceAttribute, value: workspaceId }],
        }),
      );
    },
  };
}
