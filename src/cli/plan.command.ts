import type { Writable } from 'node:stream';
import { loadClientConfig } from '../config';
import { sampleSizeSchema } from '../experiments/planning/sample-size.schema';
import { ApiClient } from '../platform/api-client/api-client';
import { describeSampleSize } from './plan/describe-sample-size';

export interface PlanOptions {
  /** Percentage points. */
  minEffect: number;
  alpha: number;
  power: number;
  samples: number;
  env: NodeJS.ProcessEnv;
  output: Writable;
}

/**
 * `assay plan`: prints how many conversations a minimum effect needs.
 * @throws Error for invalid settings, ApiError for an error of the service, ApiUnreachableError without a response
 */
export async function runPlan({ minEffect, alpha, power, samples, env, output }: PlanOptions): Promise<void> {
  const { url, apiKey, workspaceId } = loadClientConfig(env);
  const client = new ApiClient({ address: url, apiKey, workspaceId });
  const query = new URLSearchParams({
    min_effect: String(minEffect / 100),
    alpha: String(alpha),
    power: String(power),
    samples_per_item: String(samples),
  });
  const response = await client.send({
    method: 'GET',
    path: `/v1/experiments/plan?${query}`,
    signal: new AbortController().signal,
  });
  output.write(`${describeSampleSize(sampleSizeSchema.parse(response))}\n`);
}
