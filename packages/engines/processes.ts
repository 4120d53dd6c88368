import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;
const KILL_LIMIT_MS = 30_000;

/** Whether a process with this pid is running; false for a zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform !== 'linux' || commandLineOf(pid) !== '';
}

/** The command line of a process, its arguments joined by spaces; empty when there is no such process. */
export function commandLineOf(pid: number): string {
  return inspect(
    () => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    () => ps(pid, 'command'),
  );
}

/**
 * When a process started, as the system reports it; distinguishes it from a later process with the same pid.
 */
export function startTimeOf(pid: number): string {
  return inspect(
    () => {
      // Field 22 of proc(5) stat; the second field may itself contain spaces and parentheses.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    },
    () => ps(pid, 'lstart'),
  );
}

/**
 * Terminates a process and the group it leads: SIGTERM, then SIGKILL if it still runs after `limitMs`.
 * @throws Error if it runs even 30 s after SIGKILL, for example because a system call of it hangs
 */
export async function terminateProcess(pid: number, limitMs: number): Promise<void> {
  sendSignal(pid, 'SIGTERM');
  if (await hasExitedWithin(pid, limitMs)) return;
  sendSignal(pid, 'SIGKILL');
  if (await hasExitedWithin(pid, KILL_LIMIT_MS)) return;
  throw new Error(`Process ${pid} did not exit within ${KILL_LIMIT_MS / 1000} s after SIGKILL`);
}

async function hasExitedWithin(pid: number, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (isRunning(pid)) {
    if (Date.now() >= end) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** Signals the group of a process that leads one, else the process; does nothing if it has exited. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, signal);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function inspect(onLinux: () => string, elsewhere: () => string): string {
  try {
    return process.platform === 'linux' ? onLinux() : elsewhere();
  } catch {
    return '';
  }
}

function ps(pid: number, column: string): string {
  return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
}
