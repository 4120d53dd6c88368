import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { withDeadline } from '../../packages/concurrency';

/**
 * Resolves to the exit code of a child process, null after a signal.
 * @throws Error when it has not exited within `timeoutMs`; it is killed then
 */
export async function exitCodeOf(
  child: ChildProcess,
  name: string,
  timeoutMs: number,
): Promise<number | null> {
  const timeoutError = new Error(`${name} (pid ${child.pid}) did not exit within ${timeoutMs / 1000} s`);
  try {
    return await withDeadline({ timeoutMs, timeoutError }, async (signal) => {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit', { signal });
      return child.exitCode;
    });
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}
