import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { callTemporal } from './connection';

/** The server ends an idle poll after a minute, and the worker polls again: twice that, in milliseconds. */
const POLLS_WITHIN_MS = 120_000;

/**
 * Whether a worker on this host has recently polled the task queue for workflow tasks, as Temporal reports
 * it. A worker whose activity slots are all busy still polls. Workers are identified as by the SDK,
 * `<pid>@<host>`.
 * @throws AppError temporal_unavailable
 */
export async function isPolledFrom(client: Client, taskQueue: string, host: string): Promise<boolean> {
  const identities = await listPollers(client, taskQueue);
  return identities.some((identity) => identity.endsWith(`@${host}`));
}

/** The identities of workers, `<pid>@<host>`, that have polled recently. */
async function listPollers(client: Client, taskQueue: string): Promise<string[]> {
  const { pollers } = await callTemporal(client, () =>
    client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: taskQueue },
      taskQueueType: temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
    }),
  );
  const since = Date.now() - POLLS_WITHIN_MS;
  return pollers.flatMap(({ identity, lastAccessTime }) =>
    identity && Number(lastAccessTime?.seconds ?? 0) * 1000 > since ? [identity] : [],
  );
}
