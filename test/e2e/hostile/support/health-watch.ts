import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface HealthReport {
  /** Milliseconds of the longest time between two responses of `/healthz`, the first and the last moment included. */
  maxGapMs: number;
  responses: number;
  failures: number;
}

/** Polls `/healthz` from a process outside the test, which may be busy attacking. */
export class HealthWatch {
  private constructor(private readonly child: ChildProcess) {}

  static async start(url: string): Promise<HealthWatch> {
    const child = fork(join(__dirname, 'health-watch-process.mjs'), [url], { execArgv: [] });
    await once(child, 'message');
    child.unref();
    child.channel?.unref();
    return new HealthWatch(child);
  }

  async stop(): Promise<HealthReport> {
    const report = once(this.child, 'message');
    this.child.send('stop');
    return (await report)[0] as HealthReport;
  }
}
