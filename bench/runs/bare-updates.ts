import { randomUUID } from 'node:crypto';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { type HelperProcess, startHelper } from '../helper-process';
import type { MeasuredService } from '../measured-service';
import { answerUpdates, bareUpdate, endSignal } from './bare-update.workflow';

const TASK_QUEUE = 'bench-bare-update';

export interface BareUpdates {
  /** Each sends an update to its own workflow and waits for the result. */
  callers: (() => Promise<number>)[];
  stop(): Promise<void>;
}

/** Starts this many workflows that only handle updates, in a separate worker process. */
export async function startBareUpdates(
  service: MeasuredService,
  temporal: Client,
  count: number,
): Promise<BareUpdates> {
  const worker: HelperProcess = await startHelper('runs/bare-update-worker', service.dataDir, {
    TEMPORAL_ADDRESS: service.temporal_address,
    TEMPORAL_TASK_QUEUE: TASK_QUEUE,
    DATA_DIR: service.dataDir,
  });
  const handles: WorkflowHandle<typeof answerUpdates>[] = [];
  for (let index = 0; index < count; index += 1) {
    const workflowId = `bare-update/${randomUUID()}`;
    handles.push(
      await temporal.workflow.start(answerUpdates, { taskQueue: TASK_QUEUE, workflowId, args: [] }),
    );
  }
  return {
    callers: handles.map((handle) => () => handle.executeUpdate(bareUpdate, { args: [1] })),
    async stop() {
      for (const handle of handles) await handle.signal(endSignal);
      await worker.stop();
    },
  };
}
