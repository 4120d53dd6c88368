import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { freePort, isPortFree } from './ports';
import { acquireLock, releaseLock } from './process-lock';
import { commandLineOf, terminateProcess } from './processes';
import type { Log } from './progress-line';

const STALE_STOP_LIMIT_MS = 30_000;

const recordSchema = z.object({
  ports: z.record(z.string(), z.number().int()),
  pids: z.record(z.string(), z.number().int().min(2)), // kill(2) treats 0 and 1 as more than one process
});

/** A DATA_DIR that this process has locked, with its record of ports and child processes (`engines.json`). */
export class LockedDataDir {
  private record: z.infer<typeof recordSchema>;

  private constructor(
    /** Absolute. */
    readonly path: string,
    private readonly log: Log,
  ) {
    this.record = readRecord(this.recordPath) ?? { ports: {}, pids: {} };
  }

  /**
   * Locks the folder, created if absent, and terminates processes that a killed supervisor left running on
   * it.
   * @throws Error when another live process holds the lock
   */
  static async take(dataDir: string, log: Log): Promise<LockedDataDir> {
    const path = resolve(dataDir);
    mkdirSync(path, { recursive: true });
    const holder = acquireLock(lockPath(path));
    if (holder !== null) {
      throw new Error(`${path} is in use by process ${holder}. Stop that process or choose another DATA_DIR`);
    }
    const held = new LockedDataDir(path, log);
    await held.endStaleProcesses();
    return held;
  }

  /** The port this name had at the last start if it is free, else a new one. */
  async portFor(name: string): Promise<number> {
    const last = this.record.ports[name];
    const port = last !== undefined && (await isPortFree(last)) ? last : await freePort();
    this.record.ports[name] = port;
    this.write();
    return port;
  }

  /** Records a child process, immediately, because this process may be killed at any time. */
  notePid(name: string, pid: number): void {
    this.record.pids[name] = pid;
    this.write();
  }

  /** Unlocks the folder, after all processes on it were stopped. */
  release(): void {
    this.record.pids = {};
    this.write();
    releaseLock(lockPath(this.path));
  }

  private async endStaleProcesses(): Promise<void> {
    // The system may have reused a pid; our processes have the folder in their arguments.
    const stale = Object.entries(this.record.pids).filter(([, pid]) =>
      commandLineOf(pid).includes(this.path),
    );
    await Promise.all(
      stale.map(async ([name, pid]) => {
        this.log(`Terminating ${name} (pid ${pid}), left over from a killed process`);
        await terminateProcess(pid, STALE_STOP_LIMIT_MS);
      }),
    );
    this.record.pids = {};
    this.write();
  }

  private get recordPath(): string {
    return join(this.path, 'engines.json');
  }

  private write(): void {
    const arriving = `${this.recordPath}.${process.pid}`;
    writeFileSync(arriving, `${JSON.stringify(this.record)}\n`);
    renameSync(arriving, this.recordPath);
  }
}

/** The lock file of a data folder. */
export function lockPath(dataDir: string): string {
  return join(dataDir, 'supervisor.lock');
}

/** Null when the file is absent or damaged, for example after a system crash. */
function readRecord(path: string): z.infer<typeof recordSchema> | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
