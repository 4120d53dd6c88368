import type { Writable } from 'node:stream';
import { loadClientConfig } from '../config';
import { conversationListSchema } from '../conversations/wire/conversation.schema';
import { ingestionStatusSchema } from '../ingestion/status/ingestion-status.schema';
import { ApiClient } from '../platform/api-client/api-client';
import { describeIngestion } from './doctor/describe-ingestion';
import { describeTimes } from './doctor/describe-times';

interface DoctorOptions {
  env: NodeJS.ProcessEnv;
  output: Writable;
}

/**
 * `assay doctor traces`: prints what exporters have sent to the workspace.
 * @throws Error for invalid settings, ApiError for an error of the service, ApiUnreachableError without a response
 */
export async function runDoctorTraces({ env, output }: DoctorOptions): Promise<void> {
  const { url, read } = openService(env);
  const response = await read('/v1/ingestion/status');
  output.write(`${describeIngestion(ingestionStatusSchema.parse(response), url)}\n`);
}

/** No client can parse times outside of these years. */
const impossibleTimes = ['created_from=9999-12-31T23:59:59.999Z', 'created_to=0000-01-01T00:00:00Z'];

/**
 * `assay doctor times`: lists up to 200 conversations of the workspace with impossible times.
 * @throws as `runDoctorTraces`
 */
export async function runDoctorTimes({ env, output }: DoctorOptions): Promise<void> {
  const { read } = openService(env);
  const pages = await Promise.all(
    impossibleTimes.map(async (bound) =>
      conversationListSchema.parse(await read(`/v1/conversations?limit=100&${bound}`)),
    ),
  );
  output.write(`${describeTimes(pages.flatMap(({ items }) => items))}\n`);
}

function openService(env: NodeJS.ProcessEnv) {
  const { url, apiKey, workspaceId } = loadClientConfig(env);
  const client = new ApiClient({ address: url, apiKey, workspaceId });
  const read = (path: string) => client.send({ method: 'GET', path, signal: new AbortController().signal });
  return { url, read };
}
