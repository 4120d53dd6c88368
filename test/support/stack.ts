import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { withDeadline } from '../../packages/concurrency';
import { exitCodeOf } from './child-exit';
import { owner } from './owner';
import type { BodyOf } from './wire-types';

const program = join(__dirname, '../../dist/src/cli/main.js');
/** Each of its processes is ready within 2 minutes, or the start fails. */
const START_LIMIT_MS = 150_000;
/** Its processes are killed after 35 s at most, one kind after the other. */
const STOP_LIMIT_MS = 100_000;

export interface StackPids {
  api: number;
  worker: number;
  mongod: number;
  temporal: number;
}

/** The whole service as `npm run up` starts it: engines, api and worker as separate processes. */
export class Stack {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly mongodbUri: string,
    readonly temporalAddress: string,
    readonly pids: StackPids,
  ) {}

  /** Starts the compiled service on a separate data folder and resolves when it is ready. */
  static async start(dataDir: string, environment: Record<string, string>): Promise<Stack> {
    if (!existsSync(program)) throw new Error('The service is not built: run `npm run build`');
    const { MONGODB_URI: _mongodb, TEMPORAL_ADDRESS: _temporal, ...inherited } = process.env;
    const child = spawn(process.execPath, [program, 'up'], {
      env: {
        ...inherited,
        DATA_DIR: dataDir,
        PORT: '0',
        BOOTSTRAP_EMAIL: owner.email,
        BOOTSTRAP_PASSWORD: owner.password,
        BOOTSTRAP_API_KEY: owner.apiKey,
        LIMIT_WORKSPACES_PER_USER: '0', // one owner creates the workspaces of all tenants
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let complaints = '';
    child.stderr.on('data', (chunk) => {
      complaints += String(chunk);
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const timeoutError = new Error(`not ready within ${START_LIMIT_MS / 1000} s`);
    try {
      const first = await withDeadline({ timeoutMs: START_LIMIT_MS, timeoutError }, () => lines.next());
      const ready = JSON.parse(first.value);
      return new Stack(child, ready.api, ready.mongodb_uri, ready.temporal_address, ready.pids);
    } catch (error) {
      child.kill('SIGTERM');
      throw new Error(`The service did not start: ${complaints}`, { cause: error });
    }
  }

  /**
   * Sends a request with the owner's key, in the workspace if one is given; text is sent unchanged, the rest
   * as JSON.
   */
  async send<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    {
      body,
      type = 'application/json',
      workspaceId,
    }: { body?: unknown; type?: string; workspaceId?: string | undefined },
  ): Promise<{ status: number; body: BodyOf<Method, Path> }> {
    const headers: Record<string, string> = { authorization: `Bearer ${owner.apiKey}` };
    if (workspaceId !== undefined) headers['x-workspace-id'] = workspaceId;
    if (body !== undefined) headers['content-type'] = type;
    const payload = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(this.url + path, { method, headers, body: payload });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as BodyOf<Method, Path> };
  }

  /** Stops it like a person with Ctrl-C, and resolves to the exit code. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return exitCodeOf(this.child, 'assay up', STOP_LIMIT_MS);
  }

  /** Kills the supervisor without a chance to clean up. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await exitCodeOf(this.child, 'assay up', STOP_LIMIT_MS);
  }
}

/** Whether a process with this id is alive; a zombie is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
