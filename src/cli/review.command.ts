import { describeAgreement } from './review/describe-agreement';
import { type ServiceCommand, withService } from './shared/connection/with-service';
import { printResult } from './shared/output/output';

/**
 * `assay review agreement`: prints how far the reviewers of a queue agree.
 * @throws as `withService`
 */
export function runAgreement(queueId: string, command: ServiceCommand): Promise<void> {
  return withService(command, async ({ client }) => {
    const path = { queue_id: queueId };
    const agreement = await client.request('GET /v1/review-queues/{queue_id}/agreement', { path });
    printResult(agreement, command, describeAgreement);
  });
}
