import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { runExperimentWorkflow } from '../workflows/contracts';
import type { MeasuredService } from './measured-service';
import type { NoOpsInput } from './no-op.workflow';
import { type SampleConversation, toImportLines } from './sample-conversations';
import { measureWorkflow, type WorkflowCost } from './workflow-runs';

export type Replies = 'extractive' | 'pass-through';

const importResultSchema = z.object({ conversation_ids: z.array(z.string()) });

/**
 * Runs one experiment on the conversations; the model `pass-through` writes nothing, so original replies are judged.
 * @throws Error unless every item was completed
 */
export async function runExperiment(
  service: MeasuredService,
  temporal: Client,
  conversationIds: string[],
  { model, concurrency }: { model: string; concurrency: number },
): Promise<WorkflowCost> {
  const request = {
    name: `${model}, concurrency ${concurrency}`,
    model,
    pass_through: model === 'pass-through',
    conversation_ids: conversationIds,
    concurrency,
  };
  const { id } = await service.client.experiments.create(request);
  const cost = await measureWorkflow(temporal, runExperimentWorkflow.idOf(id));
  const { status_summary: summary } = await service.client.experiments.get(id);
  if (summary.completed !== conversationIds.length) {
    throw new Error(`Only ${summary.completed} of ${conversationIds.length} items were completed`);
  }
  return cost;
}

/** Runs as many no-op activities, with the same window, on the same server. */
export async function runNoOps(
  temporal: Client,
  taskQueue: string,
  { count, concurrency }: { count: number; concurrency: number },
): Promise<WorkflowCost> {
  const experimentId = randomUUID();
  const workflowId = runExperimentWorkflow.idOf(experimentId);
  const input: NoOpsInput = { experimentId, count, concurrency, done: 0 };
  await temporal.workflow.start('runNoOps', { taskQueue, workflowId, args: [input] });
  return measureWorkflow(temporal, workflowId);
}

/** Imports `count` conversations, at most 1000, repeating the samples; returns their ids. */
export async function importConversations(
  { api, key }: MeasuredService,
  samples: SampleConversation[],
  count: number,
): Promise<string[]> {
  const response = await fetch(new URL('/v1/conversations', api), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: toImportLines(samples, count),
  });
  if (!response.ok) throw new Error(`The import failed with ${response.status}: ${await response.text()}`);
  return importResultSchema.parse(await response.json()).conversation_ids;
}
