import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { Activities } from '../../workflows/contracts';
import { testTemporalAddress } from './engine-addresses';
import { installQuietRuntime } from './quiet-runtime';
import { SeverableLink } from './severable-link';
import { workflowBundle } from './workflow-run';

/** Longer than the workflow tasks of the tests, so that what is under way is lost. */
const CUT_OFF_MS = 3_000;

interface RunningWorker {
  worker: Worker;
  running: Promise<void>;
  connection: NativeConnection;
  link: SeverableLink;
}

/** A worker on a task queue of its own that can be replaced by another one, which knows nothing but the histories. */
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
      workflowBundle: await workflowBundle(),
      activities: this.activities,
      // As the real worker has it; without it a restart drops what is under way.
      shutdownGraceTime: '10 seconds',
      // Tasks that were meant for the worker before are not left waiting for it.
      stickyQueueScheduleToStartTimeout: '200 milliseconds',
    });
    this.current = { worker, running: worker.run(), connection, link };
  }

  /** Lets the worker finish what it has begun, and starts another one. */
  async restart(): Promise<void> {
    await this.end(this.current);
    await this.start();
  }

  /**
   * Cuts the worker off in the middle of whatever it does, and starts another one. To the server it has died; what it
   * has begun it may still finish, but nobody hears of it before `CUT_OFF_MS` have passed.
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
    one.link.mend();
    one.worker.shutdown();
    await one.running;
    await one.connection.close();
    one.link.close();
  }
}
