import type { Writable } from 'node:stream';
import { loadClientConfig } from '../config';
import { baselineComparisonSchema } from '../experiments/comparison/baseline-comparison.schema';
import { experimentSchema } from '../experiments/wire/experiment.schema';
import { ApiClient } from '../platform/api-client/api-client';
import { describeComparison } from './experiments/describe-comparison';
import { oneLine } from './shared/wording';

interface CommandContext {
  env: NodeJS.ProcessEnv;
  output: Writable;
}

/** What to add to an experiment; the service accepts one of them. */
export interface AddedItems {
  conversations?: string[];
  set?: string;
  filter?: string;
  evaluator?: string;
}

/**
 * `assay experiments compare`: prints the comparison of an experiment with the original replies, and its costs.
 * @throws Error for invalid settings, ApiError for an error of the service, ApiUnreachableError without a response
 */
export async function runCompare(id: string, { env, output }: CommandContext): Promise<void> {
  const client = clientOf(env);
  const get = (path: string) =>
    client.send({
      method: 'GET',
      path: `/v1/experiments/${encodeURIComponent(id)}${path}`,
      signal: new AbortController().signal,
    });
  const [comparison, experiment] = await Promise.all([
    get('/baseline-comparison'),
    get('?omit=conversation_ids'),
  ]);
  const compared = baselineComparisonSchema.parse(comparison);
  output.write(`${describeComparison(compared, experimentSchema.parse(experiment))}\n`);
}

/**
 * `assay experiments add`: adds conversations or an evaluator to an ended experiment, and prints which experiment has
 * the added items.
 * @throws Error for invalid settings, ApiError for an error of the service, ApiUnreachableError without a response
 */
export async function runAdd(
  id: string,
  { conversations, set, filter, evaluator }: AddedItems,
  { env, output }: CommandContext,
): Promise<void> {
  const response = await clientOf(env).send({
    method: 'POST',
    path: `/v1/experiments/${encodeURIComponent(id)}/items`,
    body: { conversation_ids: conversations, set, filter, evaluator_id: evaluator },
    signal: new AbortController().signal,
  });
  const { id: extendedId, name, status, status_summary: counts } = experimentSchema.parse(response);
  output.write(
    `Experiment ${extendedId} "${oneLine(name)}" (${status}): ${counts.total} items, ` +
      `${counts.completed} completed, ${counts.pending} pending\n`,
  );
}

function clientOf(env: NodeJS.ProcessEnv): ApiClient {
  const { url, apiKey, workspaceId } = loadClientConfig(env);
  return new ApiClient({ address: url, apiKey, workspaceId });
}
