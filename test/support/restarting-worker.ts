import { randomUUID } from 'node:crypto';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { Activities } from '../../activities';
import { testTemporalAddress } from './engine-addresses';
import { installQuietRuntime } from './quiet-runtime';
import { workflowBundle } from './workflow-run';

/** A worker on a task queue of its own that can be replaced by another one, which knows nothing but the histories. */
export class RestartingWorker {
  readonly taskQueue = `test-${randomUUID()}`;
  private connection: NativeConnection | null = null;
  private current: { worker: Worker; running: Promise<void> } | null = null;

  constructor(private readonly activities: Activities) {}

  async start(): Promise<void> {
    installQuietRuntime();
    this.connection ??= await NativeConnection.connect({ address: testTemporalAddress() });
    const worker = await Worker.create({
      connection: this.connection,
      taskQueue: this.taskQueue,
      workflowBundle: await workflowBundle(),
      activities: this.activities,
      // Tasks that were meant for the worker before are not left waiting for it.
      stickyQueueScheduleToStartTimeout: '200 milliseconds',
    });
    this.current = { worker, running: worker.run() };
  }

  async restart(): Promise<void> {
    await this.end();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.end();
    await this.connection?.close();
  }

  private async end(): Promise<void> {
    this.current?.worker.shutdown();
    await this.current?.running;
    this.current = null;
  }
}
