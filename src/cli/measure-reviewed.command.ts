import type { Writable } from 'node:stream';
import { loadClientConfig } from '../config';
import { ApiClient } from '../platform/api-client/api-client';
import { accuracySchema } from '../review/accuracy/accuracy.schema';
import { describeAccuracy } from './measure/describe-accuracy';

/** One of queue, experiment, set and filter, which the service checks. */
export interface ReviewedOptions {
  queue?: string;
  experiment?: string;
  baseline?: string;
  set?: string;
  filter?: string;
  env: NodeJS.ProcessEnv;
  output: Writable;
}

/**
 * `assay measure --reviewed`: prints the rates of the service at ASSAY_URL, corrected by reviews. Resolves to 0.
 * @throws Error for invalid settings, ApiError for an error of the service, ApiUnreachableError without a response
 */
export async function runMeasureReviewed(options: ReviewedOptions): Promise<number> {
  const { url, apiKey, workspaceId } = loadClientConfig(options.env);
  const client = new ApiClient({ address: url, apiKey, workspaceId });
  const query = Object.entries({
    queue_id: options.queue,
    experiment_id: options.experiment,
    baseline_id: options.baseline,
    set: options.set,
    filter: options.filter,
  }).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]));
  const response = await client.send({
    method: 'GET',
    path: `/v1/accuracy?${new URLSearchParams(query)}`,
    signal: new AbortController().signal,
  });
  options.output.write(`${describeAccuracy(accuracySchema.parse(response))}\n`);
  return 0;
}
