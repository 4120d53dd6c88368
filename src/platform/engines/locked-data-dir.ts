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
  pids: z.record(z.string(), z.number().int().min(2)), // 0 and 1 mean far more than one process to kill(2)
});

/** A DATA_DIR in the hands of this process alone, with its record of ports and child processes (`engines.json`). */
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
   * Takes the folder, made when absent, and ends what a supervisor that was killed has left running on it.
   * @throws Error when another live process holds it.
   */
  static async take(dataDir: string, log: Log): Promise<LockedDataDir> {
    const path = resolve(dataDir);
    mkdirSync(path, { recursive: true });
    const holder = acquireLock(lockPath(path));
    if (holder !== null) {
      throw new Error(
        `${path} is in use by the running process ${holder}; stop that one or choose another DATA_DIR`,
      );
    }
    const held = new LockedDataDir(path, log);
    await held.endStaleProcesses();
    return held;
  }

  /** The port this name had at the last start when it is free, else a new one. */
  async portFor(name: string): Promise<number> {
    const last = this.record.ports[name];
    const port = last !== undefined && (await isPortFree(last)) ? last : await freePort();
    this.record.ports[name] = port;
    this.write();
    return port;
  }

  /** Remembers a child process; written at once, for this process may be killed at any time. */
  notePid(name: string, pid: number): void {
    this.record.pids[name] = pid;
    this.write();
  }

  /** Gives the folder up, after all processes on it were stopped. */
  release(): void {
    this.record.pids = {};
    this.write();
    releaseLock(lockPath(this.path));
  }

  private async endStaleProcesses(): Promise<void> {
    // A pid may have been given to a stranger meanwhile; ours name the folder in their arguments.
    const stale = Object.entries(this.record.pids).filter(([, pid]) =>
      commandLineOf(pid).includes(this.path),
    );
    await Promise.all(
      stale.map(async ([name, pid]) => {
        this.log(`Ending ${name}, pid ${pid}, left over from a run that was killed`);
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

/** Null when the file is absent or damaged, as after a crash of the machine. */
function readRecord(path: string): z.infer<typeof recordSchema> | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
