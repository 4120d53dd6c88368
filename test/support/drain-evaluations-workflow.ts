import { randomUUID } from 'node:crypto';
import type { Client, WorkflowHandle } from '@temporalio/client';
import {
  type DrainEvaluationsInput,
  drainEvaluationsWorkflow,
  type EvaluateDueInput,
  type NextDue,
} from '../../workflows/contracts';
import type { drainEvaluations } from '../../workflows/drain-evaluations.workflow';
import { fakeActivities, runWorkflow } from './workflow-run';

/** Runs the workflow of a slot on the real server with short intervals, until `follow` resolves. */
export function runDrainEvaluations<Result>(
  evaluateDue: (input: EvaluateDueInput) => Promise<NextDue>,
  input: Partial<DrainEvaluationsInput>,
  follow: (handle: WorkflowHandle) => Promise<Result>,
): Promise<Result> {
  const workspaceId = input.workspaceId ?? randomUUID();
  const start = (client: Client, taskQueue: string) =>
    client.workflow.start<typeof drainEvaluations>(drainEvaluationsWorkflow.type, {
      taskQueue,
      workflowId: drainEvaluationsWorkflow.idOf(`${workspaceId}/0`),
      args: [
        {
          workspaceId,
          slot: 0,
          waitMs: 50,
          pauseMs: 50,
          retryMs: 50,
          evaluationTaskQueue: taskQueue,
          ...input,
        },
      ],
    });
  return runWorkflow(fakeActivities(0, { evaluateDue }), start, follow);
}
