import type { Writable } from 'node:stream';
import { loadClientConfig } from '../config';
import { baselineComparisonSchema } from '../experiments/comparison/baseline-comparison.schema';
import { experimentSchema } from '../experiments/experiment.schema';
import { ApiClient } from '../platform/api-client/api-client';
import { describeComparison } from './experiments/describe-comparison';

/**
 * `assay experiments compare`: prints the comparison of an experiment with the original replies, and its costs.
 * @throws Error for invalid settings, ApiError for an error of the service, ApiUnreachableError without a response
 */
export async function runCompare(
  id: string,
  { env, output }: { env: NodeJS.ProcessEnv; output: Writable },
): Promise<void> {
  const { url, apiKey, workspaceId } = loadClientConfig(env);
  const client = new ApiClient({ address: url, apiKey, workspaceId });
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
  const costs = experimentSchema.parse(experiment);
  output.write(`${describeComparison(baselineComparisonSchema.parse(comparison), costs)}\n`);
}
