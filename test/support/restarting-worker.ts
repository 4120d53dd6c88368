import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { Activities } from '../../workflows/contracts';
import { testTemporalAddress } from './engine-addresses';
import { installQuietRuntime } from './quiet-runtime';
import { SeverableLink } from './severable-link';
import { workflowBundlePath } from './workflow-bundle';

/** Longer than the workflow tasks of the tests, so that tasks in progress are lost. */
const CUT_OFF_MS = 3_000;

interface RunningWorker {
  worker: Worker;
  running: Promise<void>;
  connection: NativeConnection;
  link: SeverableLink;
}

/** A worker on a separate task queue that can be replaced by another one, which knows only the histories. */
export class RestartingWorker {
  readonly taskQueue = `test-${randomUUID()}`;
  private current: RunningWorker | null = null;
  private readonly endings: Promise<void>[] = [];

  constructor(private readonly activities: Activities) {}

  async start(): Promise<void> {
    installQuietRuntime();
    const link = await SeverableLink.to(testTemporalAddress());
    const connection = await NativeConnection.connect({ address: link.address });
    const worker = await Worker.create({
      connection,
      taskQueue: this.taskQueue,
      workflowBundle: { codePath: await workflowBundlePath() },
      activities: this.activities,
      // As in the real worker; without it, a restart drops work in progress.
      shutdownGraceTime: '10 seconds',
      // Tasks for the previous worker do not wait for it.
      stickyQueueScheduleToStartTimeout: '200 milliseconds',
    });
    this.current = { worker, running: worker.run(), connection, link };
  }

  /** Lets the worker finish its work in progress, and starts another one. */
  async restart(): Promise<void> {
    await this.end(this.current);
    await this.start();
  }

  /**
   * Disconnects the worker in the middle of its work, and starts another one. To the server it has crashed;
   * it may still finish its work, but its results arrive only after `CUT_OFF_MS`.
   */
  async crash(): Promise<void> {
    const before = this.current;
    before?.link.sever();
    this.endings.push(sleep(CUT_OFF_MS).then(() => this.end(before)));
    await this.start();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.endings, this.end(this.current)]);
  }

  private async end(one: RunningWorker | null): Promise<void> {
    if (one === null) return;
    one.link.restore();
    one.worker.shutdown();
    await one.running;
    await one.connection.close();
    one.link.close();
  }
}
