import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDeadline } from '../../../../packages/concurrency';
import { exitCodeOf } from '../../../support/child-exit';

const program = join(__dirname, '../../../../dist/src/api.js');
const skewedClock = join(__dirname, '../../../support/skewed-clock.cjs');
const LIMIT_MS = 60_000;

/** The environment that a process was started with (Linux; proc(5)). */
export function environmentOf(pid: number): Record<string, string> {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}

/**
 * Another api process on the engines of one that runs, with its settings except those of `environment`; its clock may be
 * off by `skewMs`.
 */
export class SecondApi {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(
    pidOfFirst: number,
    { skewMs = 0, environment = {} }: { skewMs?: number; environment?: Record<string, string> } = {},
  ): Promise<SecondApi> {
    const { NODE_CHANNEL_FD: _channel, ...inherited } = environmentOf(pidOfFirst);
    const child = fork(program, {
      env: { ...inherited, PORT: '0', CLOCK_SKEW_MS: String(skewMs), ...environment },
      execArgv: ['--require', skewedClock],
      stdio: 'ignore',
    });
    const timeoutError = new Error('The second api did not start');
    const [{ url }] = await withDeadline({ timeoutMs: LIMIT_MS, timeoutError }, async (signal) => {
      const exit = once(child, 'exit', { signal }).then(() => Promise.reject(timeoutError));
      return Promise.race([once(child, 'message', { signal }) as Promise<[{ url: string }]>, exit]);
    });
    return new SecondApi(child, url);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await exitCodeOf(this.child, 'The second api', LIMIT_MS);
  }
}
