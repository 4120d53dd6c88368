import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';

const program = join(__dirname, '../../dist/src/cli/main.js');

export interface CommandOutcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A command that runs. */
export interface RunningCommand {
  child: ChildProcessWithoutNullStreams;
  /** What it has printed so far. */
  output: { stdout: string; stderr: string };
  ended: Promise<CommandOutcome>;
}

/** Starts `assay` with nothing in its environment but `env`. */
export function startAssay(args: readonly string[], env: NodeJS.ProcessEnv): RunningCommand {
  const child = spawn(process.execPath, [program, ...args], { env });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += String(chunk);
  });
  const ended = new Promise<CommandOutcome>((resolve) => {
    child.on('close', (code) => resolve({ code, ...output }));
  });
  return { child, output, ended };
}
