import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const program = join(__dirname, '../../../../dist/src/api.js');
const skewedClock = join(__dirname, '../../../support/skewed-clock.cjs');

/** The environment that a process was started with (Linux; proc(5)). */
export function environmentOf(pid: number): Record<string, string> {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}

/** Another api process on the engines and with the settings of one that runs; its clock may be off by `skewMs`. */
export class SecondApi {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(pidOfFirst: number, { skewMs = 0 } = {}): Promise<SecondApi> {
    const { NODE_CHANNEL_FD: _channel, ...environment } = environmentOf(pidOfFirst);
    const child = fork(program, {
      env: { ...environment, PORT: '0', CLOCK_SKEW_MS: String(skewMs) },
      execArgv: ['--require', skewedClock],
      stdio: 'ignore',
    });
    const exit = once(child, 'exit').then(() => Promise.reject(new Error('The second api did not start')));
    const [{ url }] = (await Promise.race([once(child, 'message'), exit])) as [{ url: string }];
    exit.catch(() => undefined); // it exits when it is stopped
    return new SecondApi(child, url);
  }

  async stop(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
  }
}
