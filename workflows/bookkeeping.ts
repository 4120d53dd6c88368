import { proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from './contracts';

// Local for the reason that the bookkeeping of an experiment is: these take milliseconds and must not queue behind
// items and models. They are tried until they succeed; meanwhile the state in the workflow is what counts.
export const bookkeeping = proxyLocalActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '30 seconds' },
});
