import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { abortAfter, createLinkedController, onAbort } from '../concurrency';
import { terminateProcess } from './processes';

const KILL_AFTER_MS = 5_000;
const TAIL_CHARACTERS = 2_000;

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Terminates the command and all its child processes when aborted. */
  signal?: AbortSignal | undefined;
  /** Terminates it in the same way when the time is over. */
  timeoutMs?: number;
}

/**
 * Runs a command to its end and returns its stdout.
 * @throws Error with the end of its output when it cannot start or exits with a status other than 0; the
 * signal's reason when aborted; Error when the time is over
 */
export async function runCommand(
  command: string,
  args: string[],
  options: CommandOptions = {},
): Promise<string> {
  const { signal: callerSignal, timeoutMs } = options;
  callerSignal?.throwIfAborted();
  const child = spawn(command, args, spawnOptions(options));
  const output = { stdout: '', all: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
    output.all = (output.all + text).slice(-TAIL_CHARACTERS);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.all = (output.all + text).slice(-TAIL_CHARACTERS);
  });
  const running = createLinkedController(callerSignal);
  if (timeoutMs !== undefined) {
    abortAfter(running, timeoutMs, new Error(`${command} did not end within ${timeoutMs / 1000} s`));
  }
  const leave = onAbort(running.signal, () => {
    if (child.pid === undefined) return;
    // A process that left the group may hold the pipes open, and 'close' waits for them.
    void terminateProcess(child.pid, KILL_AFTER_MS).finally(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    });
  });
  try {
    const [code, signal] = await once(child, 'close');
    running.signal.throwIfAborted();
    if (code === 0) return output.stdout;
    throw new Error(`${command} ended with ${signal ?? `status ${code}`}: ${output.all.trim()}`);
  } finally {
    leave();
    running.abort();
  }
}

function spawnOptions({ cwd, env }: CommandOptions): SpawnOptions {
  // In its own process group, so that Ctrl-C reaches only the supervisor and the whole command can be
  // terminated immediately.
  const options: SpawnOptions = { detached: true, stdio: ['ignore', 'pipe', 'pipe'] };
  if (cwd !== undefined) options.cwd = cwd;
  if (env !== undefined) options.env = env;
  return options;
}
