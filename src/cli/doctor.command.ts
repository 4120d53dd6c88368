import type { Writable } from 'node:stream';
import { loadClientConfig } from '../config';
import { ingestionStatusSchema } from '../ingestion/status/ingestion-status.schema';
import { ApiClient } from '../platform/api-client/api-client';
import { describeIngestion } from './doctor/describe-ingestion';

/**
 * `assay doctor traces`: prints what exporters have sent to the workspace.
 * @throws Error for invalid settings, ApiError for an error of the service, ApiUnreachableError without a response
 */
export async function runDoctorTraces({
  env,
  output,
}: {
  env: NodeJS.ProcessEnv;
  output: Writable;
}): Promise<void> {
  const { url, apiKey, workspaceId } = loadClientConfig(env);
  const client = new ApiClient({ address: url, apiKey, workspaceId });
  const response = await client.send({
    method: 'GET',
    path: '/v1/ingestion/status',
    signal: new AbortController().signal,
  });
  output.write(`${describeIngestion(ingestionStatusSchema.parse(response), url)}\n`);
}
