import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { abortAfter, createLinkedController, rejectOnAbort } from '../concurrency';
import { terminateProcess } from './processes';
import type { Log } from './progress-line';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
const STEADY_AFTER_MS = 30_000;
const TAIL_CHARACTERS = 1_500;

export interface ProcessSpec {
  name: string;
  /** Starts it with the same ports and data each time, detached into its own process group. */
  spawn(): ChildProcess;
  /** Resolves when it can serve; must stop waiting when `signal` is aborted. */
  ready(child: ChildProcess, signal: AbortSignal): Promise<void>;
  readyLimitMs: number;
  /** Milliseconds from SIGTERM to SIGKILL. */
  stopLimitMs: number;
  /** Why it may have exited, such as a full disk. Default: unknown. */
  findReason?(): string | null;
  /** The file with its output, the end of which is shown when the start fails. */
  logPath: string;
}

export interface SupervisionOptions {
  log: Log;
  /** Called with every pid, immediately after the process was started. */
  onSpawn(name: string, pid: number): void;
}

/** A process that is restarted whenever it exits, until it is stopped. */
export class SupervisedProcess {
  private child: ChildProcess | null = null;
  private readonly stopping = new AbortController();
  private supervision: Promise<void> = Promise.resolve();

  constructor(
    private readonly spec: ProcessSpec,
    private readonly options: SupervisionOptions,
  ) {}

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  /**
   * Starts it and resolves when it is ready; from then on it is restarted whenever it exits.
   * @throws Error with the end of its log when it exits before it is ready, or is not ready in time
   */
  async start(): Promise<void> {
    await this.launch();
    this.supervision = this.keepRunning();
  }

  /**
   * Stops the process and its supervision. Safe to call at any time, also during the start and repeatedly.
   */
  async stop(): Promise<void> {
    this.stopping.abort(new Error(`${this.spec.name} is being stopped`));
    await this.end();
    await this.supervision;
  }

  private async launch(): Promise<void> {
    const { spec } = this;
    this.stopping.signal.throwIfAborted();
    const child = spec.spawn();
    this.child = child;
    const starting = createLinkedController(this.stopping.signal);
    const { readyLimitMs } = spec;
    abortAfter(starting, readyLimitMs, new Error(`it was not ready within ${readyLimitMs / 1000} s`));
    child.once('error', (error) => starting.abort(error));
    child.once('exit', (code, signal) =>
      starting.abort(new Error(`${spec.name} exited with ${signal ?? `status ${code}`}`)),
    );
    if (child.pid !== undefined) this.options.onSpawn(spec.name, child.pid);
    try {
      await rejectOnAbort(spec.ready(child, starting.signal), starting.signal);
    } catch (error) {
      await this.end();
      this.stopping.signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${spec.name} did not become ready: ${reason}${this.logTail()}`, { cause: error });
    } finally {
      starting.abort();
    }
  }

  private async keepRunning(): Promise<void> {
    const { signal } = this.stopping;
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      const readyAt = Date.now();
      await exitOf(this.child);
      if (Date.now() - readyAt > STEADY_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      while (!signal.aborted) {
        const reason = this.spec.findReason?.() ?? null;
        const cause = reason === null ? 'unexpectedly' : `(${reason})`;
        this.options.log(`${this.spec.name} exited ${cause}; restarting it in ${pauseMs} ms`);
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
        if (await this.relaunched()) break;
      }
    }
  }

  private async relaunched(): Promise<boolean> {
    try {
      await this.launch();
      this.options.log(`${this.spec.name} restarted, pid ${this.pid}`);
      return true;
    } catch (error) {
      if (!this.stopping.signal.aborted)
        this.options.log(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  private async end(): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined) return;
    const exited = exitOf(child);
    if (hasEnded(child)) return;
    await terminateProcess(child.pid, this.spec.stopLimitMs);
    await exited;
  }

  private logTail(): string {
    if (!existsSync(this.spec.logPath)) return '';
    return `\nThe end of ${this.spec.logPath}:\n${readFileSync(this.spec.logPath, 'utf8').slice(-TAIL_CHARACTERS).trim()}`;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function exitOf(child: ChildProcess | null): Promise<void> {
  if (child === null || child.pid === undefined || hasEnded(child)) return;
  await once(child, 'exit');
}
