import type { Writable } from 'node:stream';
import { loadClientConfig } from '../config';
import { ApiClient } from '../platform/api-client/api-client';
import { agreementSchema } from '../review/agreement/agreement.schema';
import { describeAgreement } from './review/describe-agreement';

/**
 * `assay review agreement`: prints how far the reviewers of a queue agree.
 * @throws Error for invalid settings, ApiError for an error of the service, ApiUnreachableError without a response
 */
export async function runAgreement(
  queueId: string,
  { env, output }: { env: NodeJS.ProcessEnv; output: Writable },
): Promise<void> {
  const { url, apiKey, workspaceId } = loadClientConfig(env);
  const client = new ApiClient({ address: url, apiKey, workspaceId });
  const response = await client.send({
    method: 'GET',
    path: `/v1/review-queues/${encodeURIComponent(queueId)}/agreement`,
    signal: new AbortController().signal,
  });
  output.write(`${describeAgreement(agreementSchema.parse(response))}\n`);
}
